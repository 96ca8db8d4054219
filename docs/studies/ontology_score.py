"""OS and HS against label density on the sample campaign (as thesis figure 7.6): the table and plot of its study page.

All data is made up. Run it with ``python docs/studies/ontology_score.py``; the plot needs Matplotlib (the extra
``report``).
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from pathlib import Path

import goldscale as gs
from goldscale.campaign import Campaign
from goldscale.data.table import Table, names, numbers
from goldscale.samples.campaign import make_sample

PLOT = Path(__file__).parent.parent / "images" / "os-hs-density.svg"
MEASURES = ("OS", "HS", "SRPrec", "F1:item")


def scores(only: Collection[str] = ()) -> tuple[gs.Scores, dict[str, float], float]:
    """Scores of the sample campaign's runs (some of them where named), their label densities, and that of the truth."""
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign.load(make_sample(Path(folder) / "demo"))
        truth = campaign.read_truth()
        runs = [campaign.read_run(path) for path in campaign.run_files()]
    runs = [run for run in runs if not only or run.name in only]
    found = gs.evaluate(runs, truth, MEASURES, ontology="pto-2009")
    return found, {run.name: gs.label_density(run) for run in runs}, truth.density


def table(only: Collection[str] = ()) -> str:
    """Runs by falling OS, as Markdown."""
    found, density, _ = scores(only)
    ranked = found.select(found.ranking("OS"))
    columns = [numbers(m, ranked[m].aggregate, 3) for m in MEASURES]
    density_column = numbers("density", (density[run] for run in ranked.runs), 3)
    return Table([names("run", ranked.runs), density_column, *columns]).to_markdown()


def plot() -> None:
    """One panel per score: runs as dots, random runs as crosses, the truth's density as a line."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "goldscale"  # the same file each time
    from matplotlib import pyplot

    found, density, truth = scores()
    figure, panels = pyplot.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
    for panel, name in zip(panels, ("OS", "HS"), strict=True):
        for random, mark, label in ((False, "o", "simulated systems"), (True, "x", "random runs")):
            chosen = [run for run in found.runs if run.startswith("Random") == random]
            values = [found.summary()[run][name] for run in chosen]
            panel.scatter([density[run] for run in chosen], values, marker=mark, label=label)
        panel.axvline(truth, color="grey", linewidth=0.8, linestyle="--", label="density of the truth")
        panel.set(xlabel="label density", title=name, ylim=(0, 1))
    panels[0].set_ylabel("score")
    panels[1].legend(loc="lower right", fontsize="small")
    PLOT.parent.mkdir(exist_ok=True)
    figure.savefig(PLOT, metadata={"Date": None})


if __name__ == "__main__":
    print(table(), end="")
    plot()
