"""Signatures: beside every number, what somebody else needs to get the same one."""

from __future__ import annotations

from collections.abc import Sequence

from goldscale.data.signature import Signature
from goldscale.measures.definition import Measure
from goldscale.measures.scoring import Targets


def signature(measure: Measure, targets: Targets, threshold: str, known: Sequence[str] = ()) -> str:
    """``AP|ties=expected|undefined=skip|unjudged=negative|truth=1a2b3c4d|...|goldscale=0.1.0``."""
    truth, settings = targets.truth, targets.settings
    parts = [str(measure)]
    if measure.definition.prediction == "ranking":
        parts.append(f"ties={settings.ties}")
    elif measure.definition.prediction == "set":
        parts.append(f"threshold={threshold}")
    if truth.relevance == "graded" and "rel" in measure.parameters:
        parts.append(f"relevant=grade>={measure['rel']}")
    parts += known
    if truth.relevance == "probability":
        parts.append(f"relevance=probability, {settings.draws} drawn truths, seed {settings.seed}")
        parts += [] if settings.ci is None else [f"ci={settings.ci:g} over drawn truths"]
    elif settings.ci is not None:
        over = targets.nesting.drawn(measure) if settings.ci_over == "item" else truth.labels.plural
        method = "" if settings.interval == "percentile" else f" ({settings.interval})"
        parts.append(f"ci={settings.ci:g}{method} over {over}, {settings.replicates} resamples, seed {settings.seed}")
    parts += [
        f"undefined={settings.undefined}",
        f"unjudged={settings.unjudged if truth.unjudged else 'none'}",
        *settings.fitting(),
        f"truth={truth.hash}",
        f"{truth.items.plural}={len(truth.items)}",
        f"{truth.labels.plural}={len(truth.labels)}",
    ]
    return str(Signature.signed(*parts))
