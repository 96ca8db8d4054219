"""The keys of a campaign.toml, each declared once: its check, the file that ``goldscale init`` writes, the errors."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from goldscale.files.campaign_layout import RUNS
from goldscale.measures.knowledge import KNOWLEDGE
from goldscale.measures.settings import declared_settings

SETTING_KEYS = {parameter.name: parameter for parameter in declared_settings()}


@dataclass(frozen=True)
class CampaignKey:
    """A key, what it is for, and a value to show: its default where it has one, else an example."""

    name: str
    about: str
    example: Any
    has_default: bool = True
    filled: bool = False
    """Whether a new campaign.toml sets it rather than only showing it."""
    also: tuple[str, ...] = ()
    """What people call it instead, so that an error can name it."""

    @property
    def is_text(self) -> bool:
        """Whether its value is any text."""
        return isinstance(self.example, str) and self.name not in SETTING_KEYS

    @property
    def is_switch(self) -> bool:
        """Whether its value is true or false."""
        return isinstance(self.example, bool) and self.name not in SETTING_KEYS


_KNOWLEDGE = {"ontology": "pto-2009", "relatedness": "hierarchy"}

KEYS = (
    CampaignKey(
        "name", "Title of the leaderboard. [default: the folder's name]", "A campaign", False, True, ("title",)
    ),
    CampaignKey("task", "What kind of task it is, in words.", "annotation"),
    CampaignKey("collection", "What the test collection is, in words.", ""),
    CampaignKey("truth", "The file with the judgements. It must be there.", "truth.csv", False, True, ("qrels",)),
    CampaignKey("runs", "The folder with the runs, one file each.", RUNS),
    CampaignKey(
        "labels", "A file with one label name per line, for formats that carry none.", "labels.txt", has_default=False
    ),
    CampaignKey("votes", "The file with the votes that the truth was made of.", "votes.csv", has_default=False),
    CampaignKey(
        "pictures", "The folder with the pictures, called as the items, for reports.", "pictures", has_default=False
    ),
    CampaignKey(
        "measures",
        "The official measures; the first one ranks. 'goldscale measures' lists all. [default: by the truth]",
        ["AP", "AUC", "F1:item"],
        has_default=False,
        also=("metrics",),
    ),
    *(
        CampaignKey(
            name, setting.about, 0.95 if setting.default is None else setting.default, setting.default is not None
        )
        for name, setting in SETTING_KEYS.items()
    ),
    *(
        CampaignKey(known.name, known.about, _KNOWLEDGE.get(known.name, f"{known.name}.csv"), has_default=False)
        for known in KNOWLEDGE
    ),
    CampaignKey(
        "baselines", "Runs that are there to be beaten, as random ones, by file name.", ["Random0"], has_default=False
    ),
    CampaignKey("tiers", "Whether the leaderboard shows which runs can be told apart.", True),
    CampaignKey("thresholds", "Runs with a threshold of their own, by file name.", {"my_run": 0.25}, has_default=False),
    CampaignKey(
        "submissions",
        "Who submitted a run, when, and what it is, by file name.",
        {"my_run": {"team": "ours", "date": "2010-06-15", "notes": "first try"}},
        has_default=False,
    ),
    CampaignKey(
        "groups",
        "In which groups means over items are taken: a CSV file item,author,plant.",
        {"file": "groups.csv", "levels": ["author", "plant"]},
        has_default=False,
    ),
)
"""In the order in which a new campaign.toml has them; tables come last, as TOML wants it."""

SAMPLE = "sample"
"""What ``goldscale demo`` notes for itself."""
KNOWN = {*(key.name for key in KEYS), SAMPLE}
ALSO = {other: key.name for key in KEYS for other in key.also}
EXAMPLES = {key.name: key.example for key in KEYS}


def as_toml(value: Any) -> str:
    """A text, number, list or table as TOML, which writes all but tables as JSON does."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {as_toml(inner)}' for key, inner in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
