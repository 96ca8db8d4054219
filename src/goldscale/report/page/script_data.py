"""What the page's script draws from: runs, measures, pairs of runs."""

from __future__ import annotations

from goldscale.data import MeasureScores
from goldscale.data.number_format import json_number
from goldscale.report.content import ReportContent
from goldscale.report.page.markup import Html, data_block


def page_data(content: ReportContent) -> Html:
    """The values behind the heatmap, the scatter plot and the comparison of two runs."""
    return data_block(
        "data",
        {
            "runs": list(content.scores.runs),
            "baselines": [run in content.baselines for run in content.scores.runs],
            "scores": {r.measure: [json_number(round(float(v), 5)) for v in r.aggregate] for r in content.scores},
            "measures": [_measure_data(result) for result in content.by_label],
            "pairs": []
            if content.comparison is None
            else [
                [p.first, p.second, json_number(p.difference), json_number(p.corrected), p.units]
                for p in content.comparison.pairs
            ],
            "test": "" if content.comparison is None else f"{content.comparison.test}, {content.comparison.correction}",
            "alpha": None if content.comparison is None else content.comparison.alpha,
        },
    )


def _measure_data(result: MeasureScores) -> dict[str, object]:
    values = [[json_number(round(float(v), 4)) for v in row] for row in result.values]
    return {
        "name": result.measure,
        "units": list(result.units.names),
        "noun": result.units.noun,
        "higher": result.higher_is_better,
        "values": values,
    }
