"""What a study of measures needs of a campaign: its truth and its good runs, scored by any measures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.campaign.campaign import Campaign
from goldscale.campaign.evaluation import Rejected, run_name
from goldscale.data import Judgements, Run, Scores
from goldscale.errors import GoldscaleError
from goldscale.measures import Evaluation, Measure
from goldscale.measures.alignment import Target
from goldscale.measures.fitting import fit
from goldscale.measures.uncertain import drawn_truth
from goldscale.progress import Progress, silent

USUAL_BY_LABEL = ("AP", "AUC", "EER", "F1")
USUAL_BY_ITEM = ("AP:item", "F1:item", "RPrec:item", "OneError", "Coverage", "RankingLoss")
"""Measures of different kinds, to be held against each other."""
USUAL_BY_TOPIC = ("AP", "P@10", "nDCG@10", "RPrec", "RR")
"""The same for listed judgements: documents are judged for a topic or two, a value per document says nothing."""


@dataclass(frozen=True)
class StudiedCampaign:
    """A campaign with everything read; runs that cannot be read or do not fit the truth are left out."""

    campaign: Campaign
    truth: Judgements
    runs: tuple[Run, ...]
    rejected: tuple[Rejected, ...]

    @property
    def usual(self) -> tuple[str, ...]:
        """The measures that are studied where nobody names any: the campaign's own, and others beside them."""
        semantic = ("OS",) if "ontology" in self.campaign.knowledge else ()
        own = tuple(map(str, self.campaign.measures))
        if self.truth.is_sparse:
            return tuple(dict.fromkeys((*own, *USUAL_BY_TOPIC)))
        return (*own, *USUAL_BY_LABEL, *USUAL_BY_ITEM, *semantic)

    @property
    def by_unit(self) -> tuple[str, ...]:
        """Measures that rank the items of a run; of listed judgements its topics, which few documents share."""
        return USUAL_BY_TOPIC if self.truth.is_sparse else USUAL_BY_ITEM

    @property
    def set_based(self) -> tuple[str, ...]:
        """The measures that tell what guessing earns: F1 in both directions, and the Ontology Score."""
        return ("F1", "F1:item", *(("OS",) if "ontology" in self.campaign.knowledge else ()))

    @property
    def rules(self) -> dict[str, Any]:
        """The campaign's rules and knowledge for a study that scores runs itself: it has a seed of its own, and no
        intervals."""
        settings = asdict(self.campaign.settings) | {"ci": None}
        del settings["seed"]
        return {**settings, "knowledge": self.campaign.knowledge}

    def score(self, measures: Iterable[str | Measure], progress: Progress | None = None) -> Scores:
        """The runs by these measures, under the campaign's rules."""
        campaign = self.campaign
        evaluation = Evaluation(self.truth, measures, campaign.settings, campaign.knowledge, campaign.groups)
        return evaluation.score(self.runs, progress)


def study_campaign(
    folder: str | Path, *, allow_outside: bool = False, progress: Progress | None = None
) -> StudiedCampaign:
    """Read the truth and all runs of a campaign folder; nothing is written."""
    campaign = Campaign.load(folder, allow_outside=allow_outside)
    truth, tell = campaign.read_truth(), progress or silent
    # Of a truth of probabilities any draw will do: only its items and labels matter here.
    target = Target(drawn_truth(truth, np.random.default_rng(0)), "negative")
    files = campaign.run_files()
    runs: list[Run] = []
    rejected: list[Rejected] = []
    for number, file in enumerate(files):
        tell(number, len(files), file.name)
        try:
            campaign.premises.check(file, "runs")
            run_name(file, [run.name for run in runs])
            run = fit(campaign.read_run(file), truth, campaign.settings)
            target.align(run)
            runs.append(run)
        except GoldscaleError as error:
            rejected.append(Rejected(file, error))
    tell(len(files), len(files), "")
    return StudiedCampaign(campaign, truth, tuple(runs), tuple(rejected))
