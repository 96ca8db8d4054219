"""The sample campaign: a made-up truth, votes and systems, and the thesis' random runs, as a campaign folder."""

from __future__ import annotations

import os
import tomllib
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from goldscale.data import Concepts, Judgements, Votes
from goldscale.data.table import Table, names, numbers
from goldscale.data.vote_views import join, ungrouped
from goldscale.errors import GoldscaleError, ParameterError, first_few
from goldscale.files import Source, scratch_folder, write_text
from goldscale.files.campaign_layout import CAMPAIGN_FILE, RESULTS, RUNS
from goldscale.formats import write_judgements, write_run, write_votes
from goldscale.progress import Progress, silent
from goldscale.resources import resource
from goldscale.samples.crowd import simulate_votes
from goldscale.samples.scenes import DEFAULT_SEED, concepts_under, rules_2009, sample_truth
from goldscale.samples.simulated import SimulatedSystem
from goldscale.systems import RandomSystem
from goldscale.text.strict_toml import parse_toml

__all__ = ["make_sample", "sample_systems", "sample_truth", "sample_votes"]

VERSION = 3
"""Goes up when the same items and seed give other files."""
CONCEPTS = "concepts.txt"
TRUTH = "truth.txt"
VOTES = "simulated_votes.csv"
README = "README.md"
NAME = "Sample campaign (made up)"
MEASURES = ("AP", "AUC", "F1", "F1:item", "P:item", "R:item")
THRESHOLD = 0.5
RANDOM_SHARES = (0.05, 0.10, 0.20, 0.50, 0.90)
VOTED_ITEMS = 30
"""Votes are many: each of the crowd votes on all concepts of this many items."""
FORGOTTEN = 0.02
"""Share of groups that the crowd leaves unanswered."""
UNFINISHED = ".sample-"
"""How the folder begins in which a sample is made; one that is left over comes from a killed process."""
OUR_RUNS = ("simulated_", "Random")
"""How the names of the sample's runs begin, in every version of it."""


def sample_systems() -> list[SimulatedSystem | RandomSystem]:
    """The participants: simulated systems of known, different quality, then the random configurations."""
    return [*_simulated_systems(), RandomSystem(), *map(RandomSystem, RANDOM_SHARES)]


def sample_votes(truth: Judgements, seed: int = DEFAULT_SEED) -> Votes:
    """A simulated crowd that votes on the first items: ten who look, of different care, and two who do not.

    Of an exclusive group they choose one concept, or forget to; all other concepts they tick or not.
    """
    judged = truth.select(np.arange(min(len(truth.items), VOTED_ITEMS)))
    exclusive = {" or ".join(group): group for group in rules_2009().exclusive}
    grouped = {label for group in exclusive.values() for label in group}
    ticked = judged.select(labels=np.array([j for j, label in enumerate(judged.labels) if label not in grouped]))
    quality = np.linspace(0.99, 0.93, 10).tolist()
    crowd: dict[str, Any] = {
        "workers": len(quality),
        "quality": quality,
        "spammers": {"random": 1, "constant": 1},
        "votes_per_item": len(quality) + 2,
        "seed": seed,
    }
    chosen, _ = simulate_votes(judged, exclusive=exclusive, **crowd)
    others, _ = simulate_votes(ticked, **crowd)
    kept = np.random.default_rng(seed).random(len(chosen)) >= FORGOTTEN
    votes = join([ungrouped(chosen.select(kept)), others], "simulated votes")
    order = np.lexsort((votes.label, votes.item, votes.annotator))
    return votes.select(order).replace(labels=Concepts(votes.labels, judged.labels.noun))


def make_sample(
    folder: str | os.PathLike[str],
    items: int = 2000,
    seed: int = DEFAULT_SEED,
    progress: Progress | None = None,
) -> Path:
    """Write the sample campaign into a folder, whole or not at all, and return the folder.

    A sample that is already there with the same items, seed and version is left as it is; another one is
    replaced, with its results. A folder that holds anything else is refused.
    """
    target = Path(folder).absolute()
    wanted = {"made_up": True, "items": items, "seed": seed, "version": VERSION}
    if _stands(target, wanted):
        return Path(folder)
    truth = sample_truth(items, seed)
    # Inside the target or the nearest folder above it: the same file system, so that everything moves in by renaming.
    near = next(path for path in (target, *target.parents) if path.is_dir())
    with scratch_folder(near, UNFINISHED) as holder:
        new = holder / "new"
        new.mkdir()
        _write(new, truth, wanted, progress)
        _move_in(new, target, holder / "old")
    return Path(folder)


def _simulated_systems() -> list[SimulatedSystem]:
    hard = concepts_under("Aesthetics")
    systems = []
    for name, told in tomllib.loads(resource("sample-systems.toml").read_text("utf-8")).items():
        rules = rules_2009() if told.pop("keeps_rules", False) else None
        field = concepts_under(*told.pop("specialities", ()))
        systems.append(SimulatedSystem(f"simulated_{name}", rules=rules, hard=hard, specialities=field, **told))
    return systems


def _write(folder: Path, truth: Judgements, wanted: dict[str, Any], progress: Progress | None) -> None:
    systems = sample_systems()
    total = len(systems) + 1
    tell = progress or silent
    write_text(folder / CONCEPTS, "".join(f"{name}\n" for name in truth.labels))
    write_judgements(truth, folder / TRUTH, "imageclef-2009")
    write_votes(sample_votes(truth, wanted["seed"]), folder / VOTES)
    thresholds: dict[str, float | np.ndarray] = {}
    for done, system in enumerate(systems, start=1):
        tell(done, total)
        run = system.run(truth, _generator(wanted["seed"], system.name))
        both = run.scores is not None and run.decisions is not None
        write_run(run, folder / RUNS / f"{run.name}.txt", "imageclef-2010" if both else "imageclef-2009")
        if run.threshold is not None:
            thresholds[run.name] = run.threshold
    write_text(folder / README, _readme(truth, wanted))
    write_text(folder / CAMPAIGN_FILE, _settings(truth, thresholds, wanted))
    tell(total, total)


def _generator(seed: int, name: str) -> np.random.Generator:
    """A generator of the system's own, so that its run stays the same whoever else takes part."""
    return np.random.default_rng([seed, zlib.crc32(name.encode())])


def _settings(truth: Judgements, thresholds: dict[str, float | np.ndarray], wanted: dict[str, Any]) -> str:
    measures = ", ".join(f'"{measure}"' for measure in MEASURES)
    random = ", ".join(f'"{system.name}"' for system in sample_systems() if isinstance(system, RandomSystem))
    lines = [
        "# Made up: no photograph, no person and no system stands behind these files (see README.md).",
        f'name = "{NAME}"',
        'task = "annotation"',
        f'collection = "{len(truth.items)} made-up images, modelled on ImageCLEF 2009 annotation"',
        f'labels = "{CONCEPTS}"',
        f'truth = "{TRUTH}"',
        f'votes = "{VOTES}"  # on the first images',
        f'runs = "{RUNS}"',
        f"measures = [{measures}]  # the first one ranks",
        f"threshold = {THRESHOLD}  # for runs that have scores and nothing else",
        f"baselines = [{random}]  # they have seen nothing",
        'ontology = "pto-2009"  # for semantic measures',
        "",
        "[thresholds]  # runs that state their own: one number, or one per concept",
    ]
    lines += [f"{run} = {value}" for run, value in thresholds.items() if not isinstance(value, np.ndarray)]
    for run, value in thresholds.items():
        if isinstance(value, np.ndarray):
            lines += ["", f"[thresholds.{run}]"]
            lines += [f"{label} = {number:.6f}" for label, number in zip(truth.labels, value, strict=True)]
    lines += ["", "[sample]  # what this folder was made from; `goldscale demo` reads it"]
    lines += [f"{key} = {str(value).lower()}" for key, value in wanted.items()]
    return "\n".join(lines) + "\n"


def _readme(truth: Judgements, wanted: dict[str, Any]) -> str:
    made = sample_systems()
    quality = (s.quality if isinstance(s, SimulatedSystem) else 0.5 for s in made)
    columns = [names("run", (s.name for s in made)), names("what it is", (s.notes for s in made))]
    table = Table([*columns, numbers("expected AUC", quality, 2)]).to_markdown()
    return f"""\
# {NAME}

**Everything in this folder is made up.** There are no photographs, nobody judged anything, and the runs
come from simulated systems that look at the truth through noise. Use it to try Goldscale, never as a result.

It is modelled on the ImageCLEF 2009 photo annotation task: 53 concepts, about nine of them per image
(here {truth.cardinality:.2f}), exactly one season, place, time of day, illumination, blurring and
number of persons each, and clouds only where there is sky.

| file | what it holds |
|:--|:--|
| `{CAMPAIGN_FILE}` | name, official measures, thresholds |
| `{CONCEPTS}` | the concepts, one per line, in the order of the columns |
| `{TRUTH}` | {len(truth.items)} images: id, then 0 or 1 per concept |
| `{VOTES}` | votes of a simulated crowd on the first {min(len(truth.items), VOTED_ITEMS)} images |
| `{RUNS}/` | one file per run |

Evaluate it with `goldscale evaluate` and this folder's name. It was made by `goldscale demo` with
{wanted["items"]} items and seed {wanted["seed"]} (sample version {wanted["version"]}); the same numbers
give the same files.

## The runs

{table}
The expected AUC is that of the ranking behind a run: one that gives decisions only shows less of it,
and a specialist has it on its own concepts.
"""


def _stands(target: Path, wanted: dict[str, Any]) -> bool:
    """Whether the wanted sample is already there; refuses a folder that holds anything of somebody else's."""
    if not target.exists() and not target.is_symlink():
        return False
    if not target.is_dir():
        raise ParameterError(f"{target} is not a folder; choose another name for the sample campaign")
    if all(path.name.startswith(UNFINISHED) for path in target.iterdir()):
        return False
    recorded = _recorded(target / CAMPAIGN_FILE)
    if recorded.get("made_up") is not True:
        raise ParameterError(f"{target} holds something other than a sample campaign; choose another folder")
    if recorded == wanted and _is_whole(target):
        return True
    foreign = sorted(_foreign_files(target))
    if foreign:
        raise ParameterError(
            f"{target} holds a sample campaign and {len(foreign)} files that are not part of it "
            f"({first_few(foreign)}); making it anew would delete them: move them or choose another folder"
        )
    return False


def _recorded(settings: Path) -> dict[str, Any]:
    """The [sample] table of a campaign.toml; empty where there is none."""
    try:
        table = parse_toml(Source(settings)).get("sample", {})
    except GoldscaleError:
        return {}
    return table if isinstance(table, dict) else {}


def _is_whole(target: Path) -> bool:
    runs = (f"{RUNS}/{system.name}.txt" for system in sample_systems())
    return all((target / name).is_file() for name in (CONCEPTS, TRUTH, VOTES, *runs))


def _foreign_files(target: Path) -> Iterable[str]:
    """Files that no version of the sample and no evaluation of it wrote."""
    for path in target.rglob("*"):
        top, *below = path.relative_to(target).parts
        ours = (
            (path.is_dir() and not path.is_symlink())
            or top == RESULTS
            or top.startswith(UNFINISHED)
            or (not below and top in (CAMPAIGN_FILE, CONCEPTS, TRUTH, VOTES, README))
            or (top == RUNS and len(below) == 1 and path.name.startswith(OUR_RUNS))
        )
        if not ours:
            yield str(path.relative_to(target))


def _move_in(new: Path, target: Path, old: Path) -> None:
    """Put the new folder in the target's place; what was there goes to ``old``, or comes back on failure."""
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        new.rename(target)
        return
    # The folder itself stays (it may be somebody's working directory or a mount), its content is exchanged.
    old.mkdir()
    _move_content(target, old, skip=old.parent)
    try:
        _move_content(new, target)
    except BaseException:
        _move_content(target, new, skip=old.parent)
        _move_content(old, target)
        raise


def _move_content(source: Path, destination: Path, skip: Path | None = None) -> None:
    for path in sorted(source.iterdir()):
        if path != skip:
            path.rename(destination / path.name)
