"""A new campaign folder: a campaign.toml that shows every key, a place for the runs, and the files it begins with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goldscale.campaign.keys import KEYS, CampaignKey, as_toml
from goldscale.data import Judgements
from goldscale.data.result import Result
from goldscale.data.table import Table, names, texts
from goldscale.errors import FormatError, ParameterError
from goldscale.files import STDIN, Source, write_text, writing
from goldscale.files.campaign_layout import CAMPAIGN_FILE, RUNS
from goldscale.formats import read_judgements, read_ontology
from goldscale.formats.class_folders import AS_FILE
from goldscale.formats.lists import read_labels
from goldscale.formats.ontology.files import BUNDLED
from goldscale.formats.ontology.table import rules_beside
from goldscale.formats.registry import companion_files

HEAD = f"""\
# {CAMPAIGN_FILE}: what 'goldscale evaluate' does with this folder. Paths are relative to it.
# Every key is here. One that begins with # is not set; its value is the default, unless it is called an example.
"""


@dataclass(frozen=True, repr=False)
class NewCampaign(Result):
    """What was made, and the truth that it was made with."""

    folder: Path
    files: tuple[str, ...]
    """What is new in the folder."""
    truth: Judgements | None

    @property
    def steps(self) -> tuple[str, ...]:
        """What is left to do, in order."""
        runs = f"Put the runs into {self.folder / RUNS}, one file each."
        truth = f"Put the ground truth into {self.folder}, and its name after 'truth' in {self.folder / CAMPAIGN_FILE}."
        evaluate = f"Run: goldscale evaluate {self.folder}"
        return (runs, evaluate) if self.truth is not None else (truth, runs, evaluate)

    def tables(self) -> tuple[Table, ...]:
        """The steps."""
        return (Table([names("step", map(str, range(1, len(self.steps) + 1))), texts("what to do", self.steps)]),)

    def to_dict(self) -> dict[str, Any]:
        """Folder, files and steps."""
        return {"folder": str(self.folder), "files": list(self.files), "steps": list(self.steps)}

    def __repr__(self) -> str:
        return f"NewCampaign({str(self.folder)!r}, {len(self.files)} new)"


def make_campaign(
    folder: str | os.PathLike[str],
    *,
    name: str | None = None,
    truth: str | os.PathLike[str] | None = None,
    labels: str | os.PathLike[str] | None = None,
    ontology: str | os.PathLike[str] | None = None,
) -> NewCampaign:
    """Make a folder a campaign. Files that are given are copied into it; nothing that is there is overwritten."""
    target = Path(folder)
    if os.path.lexists(target / CAMPAIGN_FILE):
        raise ParameterError(f"{target / CAMPAIGN_FILE} is there already; choose another folder")
    if STDIN in map(str, (truth, labels, ontology)):
        raise ParameterError("standard input has no name under which a campaign could keep it; name a file")
    if truth is not None and Path(truth).is_dir():
        raise FormatError(str(truth), "a file, which the campaign can keep", instead="a folder", hint=AS_FILE)
    # What is wrong with a file is said before anything is made.
    axis = None if labels is None else read_labels(labels)
    judged = None if truth is None else read_judgements(truth, labels=axis)
    if ontology is not None:
        read_ontology(ontology)
    copies = _copies(target, truth, labels, ontology)
    (target / RUNS).mkdir(parents=True, exist_ok=True)
    for copy in copies:
        with Source(copy).open() as source, writing(target / copy.name) as stream:
            shutil.copyfileobj(source, stream)
    files = {"truth": truth, "labels": labels, "ontology": ontology}
    given = {"name": target.resolve().name if name is None else name} | {
        key: None if file is None else Path(file).name for key, file in files.items()
    }
    write_text(target / CAMPAIGN_FILE, campaign_toml({key: value for key, value in given.items() if value is not None}))
    return NewCampaign(target, (*(copy.name for copy in copies), CAMPAIGN_FILE), judged)


def campaign_toml(given: Mapping[str, Any]) -> str:
    """A campaign.toml with these values; all other keys stand there as comments."""
    parts = [HEAD, *(_shown(key, given.get(key.name)) for key in KEYS)]
    return "\n".join(parts)


def _shown(key: CampaignKey, given: Any) -> str:
    about, example = f"# {key.about}\n", "" if key.has_default else "  # an example"
    if isinstance(key.example, dict):
        inner = [f"{name} = {as_toml(value)}" for name, value in key.example.items()]
        return about + "".join(f"#{line}\n" for line in (f"[{key.name}]{example}", *inner))
    if given is not None or key.filled:
        return f"{about}{key.name} = {as_toml(key.example if given is None else given)}\n"
    return f"{about}#{key.name} = {as_toml(key.example)}{example}\n"


def _copies(
    target: Path,
    truth: str | os.PathLike[str] | None,
    labels: str | os.PathLike[str] | None,
    ontology: str | os.PathLike[str] | None,
) -> list[Path]:
    """The files that are given and not yet in the folder, with those that are read along with them."""
    found = [Path(file) for file in (truth, labels) if file is not None]
    found += [] if truth is None else companion_files(Source(truth))
    if ontology is not None and str(ontology) not in BUNDLED:
        found += [path for path in (Path(ontology), rules_beside(Path(ontology))) if path.is_file()]
    copies: dict[str, Path] = {}
    for file in found:
        there = copies.get(file.name, target / file.name)
        if not os.path.lexists(there):
            copies[file.name] = file
        elif not there.exists() or not there.samefile(file):
            raise ParameterError(f"{target / file.name} cannot be a copy of {file}: the name is taken by another file")
    return list(copies.values())
