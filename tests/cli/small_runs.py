"""The run good.csv as a file of each format, by lines."""

from __future__ import annotations

import json

LABELS = ("Sky", "Sea", "Sun")
SCORES = {"a": (0.9, 0.2, 0.1), "b": (0.1, 0.8, 0.2), "c": (0.7, 0.6, 0.3), "d": (0.2, 0.3, 0.4)}


def wide(separator: str) -> list[str]:
    head = [separator.join(("image", *LABELS))] if separator != " " else []
    return head + [separator.join((item, *map(str, row))) for item, row in SCORES.items()]


def long() -> list[str]:
    cells = [f"{item},{label},{s}" for item, row in SCORES.items() for label, s in zip(LABELS, row, strict=True)]
    return ["image,concept,score", *cells]


def trec() -> list[str]:
    return [
        f"{label} Q0 {item} {rank} {row[column]} mine"
        for column, label in enumerate(LABELS)
        for rank, (item, row) in enumerate(sorted(SCORES.items(), key=lambda kv: -kv[1][column]), start=1)
    ]


def jsonl() -> list[str]:
    return [json.dumps({"item": item, "scores": dict(zip(LABELS, row, strict=True))}) for item, row in SCORES.items()]


GOOD = {
    "imageclef-2009": wide(" "),
    "csv": wide(","),
    "tsv": wide("\t"),
    "csv-long": long(),
    "jsonl": jsonl(),
    "trec-run": trec(),
}
NAMES = {"imageclef-2009": "run.txt", "csv-long": "run.csv", "trec-run": "run.trec"}
