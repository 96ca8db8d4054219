"""The text of the official scorer's files, byte for byte (seed 004, section 5).

What the program does and its README does not say: rows stand, and numbers are added up, in the order of its maps; in
the files by genus and family a picture is right when the genus or family of the first species is; a score over no
picture is NaN. Runs go by their files' full names. The column ``succes`` is spelled as the program spells it.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from goldscale.data.table_forms import spreadsheet_text
from goldscale.tasks.plant.hash_order import grouped_in_hash_order, hash_order, nested_in_hash_order
from goldscale.tasks.plant.metadata import EPITHET
from goldscale.tasks.plant.package import TAXA, TYPES
from goldscale.tasks.plant.scoring import PlantScores

Shot = tuple[int, int]
"""A picture in a run: the number of the run, and that of the picture."""
Key = Callable[[Shot], str]

PICTURE_HEADER = ("type", "image", "succes", "family", "genus", "species", "plantId", "author")


@dataclass(frozen=True, eq=False)
class OfficialFiles:
    """What the official scorer writes about some runs; with ``strict``, as if each answered every picture."""

    scores: PlantScores
    strict: bool = False

    def official_scores(self) -> str:
        """``RunFileName;Scan;pseudoscan;photograph;``: S of each run, by the name of its file."""
        types = [*TYPES, *(t for t in self.scores.package.types if t not in TYPES)]
        rows = []
        for run in self._sorted_runs(range(len(self.scores.runs))):
            by_type = dict(grouped_in_hash_order(self._walk([run]), self._keys["type"]))
            numbers = [self._mean(by_type.get(t, []), "species", "author", "plant") for t in types]
            rows.append([self._files[run], *map(java_number, numbers)])
        return csv_text([["RunFileName", *types], *rows])

    def by_taxon(self, runs: Sequence[int], taxon: str) -> str:
        """``type;taxon;score``: S on the pictures of each species, genus or family, the mean over runs; no header.

        A blank line ends each type.
        """
        shots = dict(grouped_in_hash_order(self._walk(runs), self._keys["type"]))
        lines = []
        for t in self._types:
            for name, some in grouped_in_hash_order(shots.get(t, []), self._keys[taxon]):
                lines.append(f"{t};{name};{java_number(self._mean(some, taxon, 'run', 'author', 'plant'))}\n")
            lines.append("\n")
        return "".join(lines)

    def by_picture(self, runs: Sequence[int]) -> str:
        """Pictures that any of the runs answers: how many are right, what is known, and each run's success.

        The cell of a run that does not answer the picture is empty; the program stops there without a file.
        """
        package = self.scores.package
        columns = [package.level("type"), list(package.pictures)]
        known = [package.level("family"), package.level("genus"), package.metadata[EPITHET]]
        known += [package.level("plant"), package.level("author")]
        chosen = self._sorted_runs(runs)
        answered, right = self._answered, self._right["species"]
        rows: list[Sequence[str]] = [(*PICTURE_HEADER, *(self._files[run] for run in chosen))]
        for picture in self._pictures_as_written(runs):
            cells = [str(int(right[run][picture])) if answered[run][picture] else "" for run in chosen]
            count = str(cells.count("1"))
            rows.append([*(c[picture] for c in columns), count, *(k[picture] for k in known), *cells])
        return csv_text(rows)

    def _pictures_as_written(self, runs: Sequence[int]) -> list[int]:
        """The program puts what is right of each plant into its map of pictures before what is wrong."""
        right, names = self._right["species"], self.scores.package.pictures
        shots = dict(grouped_in_hash_order(self._walk(runs), self._keys["type"]))
        found = []
        for t in self._types:
            levels = [self._keys[level] for level in ("species", "run", "author", "plant")]
            plants = nested_in_hash_order(shots.get(t, []), levels)
            put = [p for plant in plants for _, p in sorted(plant, key=lambda s: not right[s[0]][s[1]])]
            found += [names.index[name] for name in hash_order(names[p] for p in put)]
        return found

    def _walk(self, runs: Sequence[int]) -> list[Shot]:
        """The answered pictures of these runs, as the program comes upon them."""
        names = self.scores.package.pictures
        pictures = [names.index[name] for name in hash_order(name for run in runs for name in self._read[run])]
        by_file = {self._files[run]: run for run in runs}
        ordered = [by_file[file] for file in hash_order(by_file)]
        return [(run, picture) for picture in pictures for run in ordered if self._answered[run][picture]]

    @cached_property
    def _read(self) -> list[list[str]]:
        """The names of each run's answered pictures, mapped as its lines come, and strictly the others behind them."""
        names = self.scores.package.pictures
        found = []
        for answer, answered in zip(self.scores.answers, self._answered, strict=True):
            seen = dict.fromkeys([*answer.picture.tolist(), *range(len(names))])
            found.append(hash_order(names[picture] for picture in seen if answered[picture]))
        return found

    def _mean(self, shots: list[Shot], taxon: str, *levels: str) -> float:
        """The nested mean, each sum in the order of the map: another order may differ in the last digit."""
        if not shots:
            return math.nan
        if not levels:
            right = self._right[taxon]
            return sum(right[run][picture] for run, picture in shots) / len(shots)
        groups = grouped_in_hash_order(shots, self._keys[levels[0]])
        total = 0.0
        for _, group in groups:  # not sum(), which mends what rounding loses
            total += self._mean(group, taxon, *levels[1:])
        return total / len(groups)

    def _sorted_runs(self, runs: Iterable[int]) -> list[int]:
        return sorted(runs, key=self._files.__getitem__)

    @property
    def _types(self) -> list[str]:
        return hash_order([*TYPES, *self.scores.package.types])

    @cached_property
    def _files(self) -> list[str]:
        return [answer.file_name for answer in self.scores.answers]

    @cached_property
    def _keys(self) -> dict[str, Key]:
        """By what the program groups: the name of a picture's type, taxon, author or plant, or the file of its run."""
        files = self._files
        found: dict[str, Key] = {"run": lambda shot: files[shot[0]]}
        for level in ("type", *TAXA, "author", "plant"):
            found[level] = _picture_key(self.scores.package.level(level))
        return found

    @cached_property
    def _answered(self) -> list[list[bool]]:
        return [[self.strict or bool(a) for a in row] for row in self.scores.answered.tolist()]

    @cached_property
    def _right(self) -> dict[str, list[list[bool]]]:
        """By taxon, runs x pictures: whether that of the first species is right."""
        return {taxon: (self.scores.ranks_of(taxon) == 1).tolist() for taxon in TAXA}


def _picture_key(names: list[str]) -> Key:
    return lambda shot: names[shot[1]]


def java_number(value: float) -> str:
    """A number as Java prints it, with E notation below 0.001.

    >>> java_number(0.75), java_number(1 / 1400), java_number(0.0005), java_number(math.nan)
    ('0.75', '7.142857142857143E-4', '5.0E-4', 'NaN')
    """
    if math.isnan(value):
        return "NaN"
    text = repr(float(value))
    if value == 0 or abs(value) >= 0.001:
        return text
    number = Decimal(text)
    digits = "".join(map(str, number.as_tuple().digits))
    return f"{'-' if value < 0 else ''}{digits[0]}.{digits[1:] or 0}E{number.adjusted()}"


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """Lines of fields with a semicolon behind each; unlike the program, a field that holds one is quoted.

    Neither does the program keep a spreadsheet from running a name.
    """
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator=";\n").writerows(map(spreadsheet_text, row) for row in rows)
    return out.getvalue()
