"""From votes to coefficients of agreement, to quality control, and to one truth."""

from goldscale.agreement.aggregation.merge import merge_method, merge_methods, merge_votes
from goldscale.agreement.aggregation.merged import Merged, WorkerQuality
from goldscale.agreement.aggregation.method import Method
from goldscale.agreement.agree import agree, agreement_factors, usual_coefficients
from goldscale.agreement.annotators import AnnotatorMatrix, annotator_matrix
from goldscale.agreement.coefficients.definition import Coefficient, CoefficientDefinition
from goldscale.agreement.coefficients.krippendorff import alpha
from goldscale.agreement.coefficients.registry import coefficient, list_coefficients
from goldscale.agreement.coefficients.reliability import cronbach
from goldscale.agreement.quality.check import check_votes, quality_checks, quality_limits
from goldscale.agreement.quality.report import QualityReport
from goldscale.agreement.relevance import lowest_passing, relevance
from goldscale.agreement.result import Agreement, AgreementOverview, CoefficientAgreement, Estimate
from goldscale.agreement.thresholds import Best, ThresholdGrid, compare_thresholds

__all__ = [
    "Agreement",
    "AgreementOverview",
    "AnnotatorMatrix",
    "Best",
    "Coefficient",
    "CoefficientAgreement",
    "CoefficientDefinition",
    "Estimate",
    "Merged",
    "Method",
    "QualityReport",
    "ThresholdGrid",
    "WorkerQuality",
    "agree",
    "agreement_factors",
    "alpha",
    "annotator_matrix",
    "check_votes",
    "coefficient",
    "compare_thresholds",
    "cronbach",
    "list_coefficients",
    "lowest_passing",
    "merge_method",
    "merge_methods",
    "merge_votes",
    "quality_checks",
    "quality_limits",
    "relevance",
    "usual_coefficients",
]
