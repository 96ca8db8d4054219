"""From votes to figures of agreement, to a truth, and to what that truth does to the ranking of systems."""

from goldscale.agreement.aggregation import Merged, Method, WorkerQuality, merge_method, merge_methods, merge_votes
from goldscale.agreement.agree import agree, usual_coefficients
from goldscale.agreement.annotators import AnnotatorMatrix, annotator_matrix
from goldscale.agreement.factors import agreement_factors
from goldscale.agreement.figures.definition import Coefficient, Definition
from goldscale.agreement.figures.krippendorff import alpha
from goldscale.agreement.figures.registry import coefficient, coefficients
from goldscale.agreement.figures.reliability import cronbach
from goldscale.agreement.influence import influence, truths_of
from goldscale.agreement.quality.check import check_votes, quality_checks
from goldscale.agreement.quality.report import QualityReport
from goldscale.agreement.rankings import Influence, Swap, SystemScores
from goldscale.agreement.relevance import lowest_passing, relevance
from goldscale.agreement.result import Agreement, CoefficientAgreement, Figure
from goldscale.agreement.thresholds import Best, ThresholdGrid, compare_thresholds

__all__ = [
    "Agreement",
    "AnnotatorMatrix",
    "Best",
    "Coefficient",
    "CoefficientAgreement",
    "Definition",
    "Figure",
    "Influence",
    "Merged",
    "Method",
    "QualityReport",
    "Swap",
    "SystemScores",
    "ThresholdGrid",
    "WorkerQuality",
    "agree",
    "agreement_factors",
    "alpha",
    "annotator_matrix",
    "check_votes",
    "coefficient",
    "coefficients",
    "compare_thresholds",
    "cronbach",
    "influence",
    "lowest_passing",
    "merge_method",
    "merge_methods",
    "merge_votes",
    "quality_checks",
    "relevance",
    "truths_of",
    "usual_coefficients",
]
