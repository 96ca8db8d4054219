"""A campaign folder: what its campaign.toml says, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldscale.campaign import declaration
from goldscale.campaign.premises import Premises
from goldscale.campaign.submissions import Submission, read_submissions
from goldscale.data import Concepts, Groups, Judgements, Run, Votes
from goldscale.data.parameter import Parameter
from goldscale.errors import (
    FormatError,
    MismatchError,
    MissingResourceError,
    ParameterError,
    UnknownNameError,
    did_you_mean,
)
from goldscale.files import stem_of
from goldscale.files.campaign_layout import CAMPAIGN_FILE, RUNS
from goldscale.formats import read_groups, read_judgements, read_run, read_votes
from goldscale.formats.class_folders import AS_FILE
from goldscale.formats.lists import read_labels
from goldscale.formats.ontology.table import rules_beside
from goldscale.measures import Evaluation, Measure
from goldscale.measures.knowledge import KNOWLEDGE
from goldscale.measures.settings import Settings


@dataclass(frozen=True)
class Campaign:
    """A test collection, its truth and the folder to which participants' runs go."""

    folder: Path
    name: str
    truth_file: Path
    runs_folder: Path
    measures: tuple[Measure, ...]
    """The official measures; the first one ranks. Where there are none, those that are usual for the truth."""
    settings: Settings
    task: str = "annotation"
    collection: str = ""
    knowledge: Mapping[str, Any] = field(default_factory=dict)
    """Ontology, relatedness and agreement for semantic measures: a file of the folder, or a bundled name."""
    labels: Concepts | None = None
    thresholds: Mapping[str, float | Mapping[str, float]] = field(default_factory=dict)
    """Thresholds that participants gave for their runs: a number, or one per label."""
    baselines: frozenset[str] = frozenset()
    """Runs that are there to be beaten."""
    tiers: bool = True
    """Whether the leaderboard shows which runs can be told apart."""
    groups: Groups | None = None
    """In which groups means over items are taken."""
    votes: Path | None = None
    """The file with the votes that the truth was made of. Scores do not need it, so that it may be missing."""
    pictures: Path | None = None
    """The folder with the items' pictures."""
    allow_outside: bool = False
    """Whether files outside the folder may be read."""
    submissions: Mapping[str, Submission] = field(default_factory=dict)
    """Who submitted a run, when, and what it is, by run."""

    @classmethod
    def load(cls, folder: str | Path, *, allow_outside: bool = False) -> Campaign:
        """Read and check FOLDER/campaign.toml.

        Paths that lead out of the folder, by name or by a link, are refused unless ``allow_outside``.
        """
        folder = Path(folder)
        premises = Premises(folder, allow_outside)
        file = folder / CAMPAIGN_FILE
        if not premises.holds(CAMPAIGN_FILE, None):
            how = "A campaign is a folder with a campaign.toml; make one with 'goldscale init' or 'goldscale demo'."
            raise MissingResourceError(f"{file}", how)
        table = declaration.parse(premises.file(CAMPAIGN_FILE, None))
        if "truth" not in table:
            raise FormatError(file, "a file name under the key 'truth'", field="truth", instead="nothing")
        return cls(
            folder=folder,
            name=table.get("name", folder.resolve().name),
            truth_file=premises.file(table["truth"], "truth", AS_FILE),
            runs_folder=premises.subfolder(table.get("runs", RUNS), "runs"),
            measures=declaration.measures(table, file),
            settings=declaration.settings(table, file),
            task=table.get("task", "annotation"),
            collection=table.get("collection", ""),
            knowledge={
                known.name: _known(premises, known, table[known.name]) for known in KNOWLEDGE if known.name in table
            },
            labels=read_labels(premises.file(table["labels"], "labels")) if "labels" in table else None,
            votes=premises.place(table["votes"], "votes") if "votes" in table else None,
            pictures=premises.subfolder(table["pictures"], "pictures") if "pictures" in table else None,
            thresholds=table.get("thresholds", {}),
            baselines=frozenset(table.get("baselines", ())),
            tiers=table.get("tiers", True),
            groups=_groups(premises, table["groups"]) if "groups" in table else None,
            submissions=read_submissions(table.get("submissions", {}), file),
            allow_outside=allow_outside,
        )

    @property
    def premises(self) -> Premises:
        """Where the campaign may read and write."""
        return Premises(self.folder, self.allow_outside)

    def read_truth(self) -> Judgements:
        """The campaign's ground truth."""
        return read_judgements(self.truth_file, labels=self.labels)

    def read_votes(self) -> Votes:
        """The votes that the truth was made of."""
        if self.votes is None:
            how = f"Name their file in {CAMPAIGN_FILE} under 'votes', or with --votes."
            raise MissingResourceError("a file with the votes of this campaign", how)
        self.premises.check(self.votes, "votes")
        return read_votes(self.votes, labels=self.labels)

    def evaluation(self) -> Evaluation:
        """What all runs of the campaign are put through."""
        # By the truth alone: the next run that comes in must not change what counts.
        return Evaluation(self.read_truth(), self.measures or None, self.settings, self.knowledge, self.groups)

    def run_files(self) -> list[Path]:
        """The files in the runs folder, by name; hidden files, READMEs and label lists of ARFF files are not runs."""
        files = [path for path in self.runs_folder.iterdir() if not path.is_dir()]
        has_arff = any(path.name.lower().endswith((".arff", ".arff.gz")) for path in files)
        return sorted(
            path
            for path in files
            if not path.name.startswith(".")
            and not path.name.upper().startswith("README")
            and not (has_arff and path.suffix.lower() == ".xml")
        )

    def read_run(self, path: Path) -> Run:
        """A participant's run with the threshold that the campaign file gives it."""
        blank, name = self.settings.blank, stem_of(path)
        return self.with_threshold(
            read_run(path, labels=self.labels, name=name, blank=blank, names=self.truth_file), path
        )

    def with_threshold(self, run: Run, path: Path) -> Run:
        """The run of this file with the threshold that the campaign file gives it, if any."""
        name = stem_of(path)
        threshold = self.thresholds.get(name)
        if threshold is None:
            return run
        if isinstance(threshold, Mapping):
            missing = [label for label in run.labels if label not in threshold]
            if missing:
                place = f"{self.folder / CAMPAIGN_FILE}, field thresholds.{name}"
                raise MismatchError(f"{place}: not a threshold for every one of the run's labels", missing=missing)
        return run.replace(threshold=threshold)


def _known(premises: Premises, known: Parameter, name: str) -> str | Path:
    """A file of the folder, else a name that is known without one."""
    if premises.holds(name, known.name):
        path = premises.file(name, known.name)
        premises.holds(str(rules_beside(Path(name))), known.name)
        return path
    if name in known.names():
        return name
    if not known.names():
        premises.file(name, known.name)
    expected = f"a file of the folder, or one of {', '.join(known.names())}"
    hint = did_you_mean(name, known.names())
    raise FormatError(premises.folder / CAMPAIGN_FILE, expected, field=known.name, found=name, hint=hint)


def _groups(premises: Premises, table: dict[str, Any]) -> Groups:
    path = premises.file(table["file"], "groups.file")
    try:
        return read_groups(path, table.get("levels"))
    except (UnknownNameError, ParameterError) as error:
        found, hint = str(table["levels"]), declaration.sentence(error)
        expected = f"columns of {path.name}"
        file = premises.folder / CAMPAIGN_FILE
        raise FormatError(file, expected, field="groups.levels", found=found, hint=hint) from error
