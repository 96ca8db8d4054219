"""Which runs of a leaderboard can be told apart, tested over what is a sample.

An interval and a tier of the same number have to rest on the same sampling. What ``ci_over`` resamples is what runs
are compared over: a plain mean over these (AP:item over images, AP over topics) by randomisation over the units
themselves (by t where they are very many), any other number (AP of concepts over images, F1(avg=micro)) by t on its
resamples. Of items that come in groups, groups are drawn: a mean in groups is compared over the outermost ones, of
which it is the plain mean, and its interval resamples these before what is in them. Scores without resamples are
compared over their units, and what is printed names them.
"""

from __future__ import annotations

from typing import Unpack

import numpy as np

from goldscale.data import Scores
from goldscale.significance.compare import compare
from goldscale.significance.comparison import Comparison
from goldscale.significance.plan import ComparisonPlan, Options

MOST_FLIPPED = 1 << 20
"""Differences whose signs are flipped: 27 runs on 2000 images take a second, on 13000 seven. Where there are more, they
are of thousands of units, and of so many Student's t says the same at once."""


def compare_sampled(
    scores: Scores,
    measure: str | None = None,
    test: str | None = None,
    *,
    baseline: str | None = None,
    **options: Unpack[Options],
) -> Comparison | None:
    """Runs compared on a measure, the first if none is named, over what is a sample; None where nothing can be tested.

    ``test``, ``baseline`` and ``options`` are those of ``compare``.

    >>> import goldscale as gs
    >>> truth = [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]
    >>> found = compare_sampled(gs.evaluate({"right": truth, "wrong": [[0, 1]] * 5}, truth, "Top1"))
    >>> found.test, found.units.counted
    ('randomisation', '5 items')
    """
    result = scores[measure or scores.measures[0]]
    if len(scores.runs) < 2 or np.isnan(result.aggregate).all():
        return None
    over = options.get("over") or (None if result.resamples is None else result.resamples.over)
    if over is not None and ComparisonPlan(over=over).resampling(result.measure):
        options["over"] = over
        return compare(scores, result.measure, test, baseline=baseline, **options)
    if len(result.units) < 2:
        return None
    if result.levels and options.get("level") is None:
        options["level"] = result.levels[0].groups.noun
    plan, runs = ComparisonPlan(test, **options), len(scores.runs)
    pairs = runs * (runs - 1) // 2 if baseline is None else runs - 1
    # So many pairs could not be significant by so few flips, whatever the runs do; Student's t has no such limit.
    if test is None and (pairs > plan.alpha * (plan.replicates + 1) or pairs * len(result.units) > MOST_FLIPPED):
        test = "t"
    return compare(scores, result.measure, test, baseline=baseline, **options)
