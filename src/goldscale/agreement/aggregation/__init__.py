"""From votes to one truth: majority, threshold, weighted votes, Dawid-Skene, GLAD, MACE."""

from goldscale.agreement.aggregation.merge import merge_method, merge_methods, merge_votes
from goldscale.agreement.aggregation.merged import Merged, WorkerQuality
from goldscale.agreement.aggregation.method import Method

__all__ = ["Merged", "Method", "WorkerQuality", "merge_method", "merge_methods", "merge_votes"]
