"""A small sound file of each format of votes, and random votes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from hypothesis import strategies as st

from goldscale import Concepts, Items, Votes
from goldscale.data import Annotators

SAMPLES = {
    "votes-csv": "worker,image,concept,vote,seconds\nann,a.jpg,Sky,1,3\nbob,a.jpg,Sky,0,4.5\nann,b.jpg,Sea,1,2\n",
    "votes-tsv": "rater\titem\tlabel\tvalue\nann\ta.jpg\tSky\t3\nbob\ta.jpg\tSky\t4\nann\tb.jpg\tSea\t1\n",
    "mturk": (
        "HITId,HITTypeId,AssignmentId,WorkerId,AssignmentStatus,WorkTimeInSeconds,Input.image_url,"
        "Answer.Sky,Answer.Sea,Approve,Reject\n"
        "h1,t,1,W1,Approved,12,a.jpg,on,,x,\n"
        "h1,t,2,W2,Rejected,9,a.jpg,,on,,x\n"
        "h2,t,3,W1,Submitted,7,b.jpg,on,on,,\n"
    ),
    "crowdflower": (
        "_unit_id,_golden,_unit_state,_trusted_judgments,_last_judgment_at,sky,sky:confidence,image_url\n"
        "11,false,finalized,3,1/28/2016 19:02:18,yes,0.6667,a.jpg\n"
        "12,false,finalized,3,1/28/2016 19:04:18,no,1.0,b.jpg\n"
    ),
    "flickr8k-expert": "a.jpg\tb.jpg#2\t1\t1\t2\na.jpg\tc.jpg#0\t3\t4\t4\nb.jpg\tc.jpg#0\t1\t1\t1\n",
    "flickr8k-crowd": "a.jpg\tb.jpg#2\t1\t3\t0\na.jpg\tc.jpg#0\t0.333333333333\t1\t2\nb.jpg\tc.jpg#0\t0\t0\t3\n",
    "coco-json": json.dumps(
        {
            "images": [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}],
            "categories": [{"id": 7, "name": "Sky"}, {"id": 8, "name": "Sea"}],
            "annotations": [
                {"id": 1, "image_id": 1, "category_id": 7, "annotator": "ann"},
                {"id": 2, "image_id": 1, "category_id": 7, "annotator": "ann"},
                {"id": 3, "image_id": 1, "category_id": 8, "annotator": "bob"},
            ],
        },
        indent=1,
    )
    + "\n",
}
FULL_REPORT = (
    "_unit_id,_created_at,_golden,_started_at,_tainted,_trust,_worker_id,place,sky,image_url,place_gold,sky_gold\n"
    "11,7/22/2012 14:28:55,true,7/22/2012 14:28:15,false,0.9,501,Indoor,yes,a.jpg,Indoor,yes\n"
    "11,7/22/2012 14:29:55,true,7/22/2012 14:28:55,true,0.5,502,Outdoor,yes,a.jpg,Indoor,yes\n"
    "12,7/22/2012 14:30:55,false,7/22/2012 14:30:25,false,0.9,501,Outdoor,no,b.jpg,,\n"
)


def records(votes: Votes) -> list[tuple[Any, ...]]:
    """Every vote in words: annotator, item, label, value, occasion."""
    said = votes.values.tolist() if votes.categories is None else [votes.categories[int(v)] for v in votes.values]
    columns = (votes.annotator, votes.item, votes.label)
    axes = (votes.annotators, votes.items, votes.labels)
    names = [[axis[i] for i in column] for axis, column in zip(axes, columns, strict=True)]
    return list(zip(*names, said, votes.occasion.tolist(), strict=True))


NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(',;\t"\n'), min_size=1, max_size=6
).filter(lambda name: name == name.strip())
TEXTS = st.one_of(st.just(""), NAMES)


@st.composite
def random_votes(draw: st.DrawFn) -> Votes:
    """Votes of every kind that a table of them must hold."""
    axes = [draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)) for _ in range(3)]
    cells = [
        (a, i, j, o)
        for a in range(len(axes[0]))
        for i in range(len(axes[1]))
        for j in range(len(axes[2]))
        for o in (0, 1, 4)
    ]
    chosen = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=12, unique=True))
    categories = draw(
        st.none() | st.lists(NAMES | st.sampled_from(["1", "yes", "nan"]), min_size=1, max_size=4, unique=True)
    )
    level = (
        st.integers(0, len(categories) - 1)
        if categories
        else st.sampled_from([0, 1, 2.5, -3]) | st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0)
    )
    count = len(chosen)
    values = draw(st.lists(level, min_size=count, max_size=count))
    choices = draw(
        st.dictionaries(st.sampled_from(axes[2]), st.lists(level, min_size=1, max_size=3, unique=True), max_size=2)
    )
    seconds = st.lists(st.just(np.nan) | st.floats(0, 1e6), min_size=count, max_size=count)
    details = {
        kind: draw(st.lists(TEXTS, min_size=count, max_size=count))
        for kind in draw(st.sets(st.sampled_from(["batch", "comment", "status"])))
    }
    if draw(st.booleans()):
        details["seconds"] = draw(seconds)
    anonymous = draw(st.booleans())
    annotator, item, label, occasion = zip(*chosen, strict=True)
    return Votes(
        annotator,
        item,
        label,
        values,
        Annotators(axes[0], "seat" if anonymous else draw(st.sampled_from(["annotator", "worker"]))),
        Items(axes[1], draw(st.sampled_from(["item", "image"]))),
        Concepts(axes[2], draw(st.sampled_from(["label", "concept"]))),
        "file",
        categories=categories,
        choices=choices,
        occasion=occasion,
        details=details,
        anonymous=anonymous,
    )
