"""Broken files of votes: one error that names file, line and field; mutated ones are read or refused, nothing else."""

from __future__ import annotations

import gzip
import random
import warnings
from pathlib import Path

import pytest
from mutations import mutated
from vote_samples import FULL_REPORT, SAMPLES, records

from goldscale import FormatError, GoldscaleError, GoldscaleWarning, Votes, read_votes

LONG = "annotator,item,label,value\nann,a,Sky,1\n"
MTURK, CROWD, EXPERT = SAMPLES["mturk"], SAMPLES["crowdflower"], SAMPLES["flickr8k-expert"]
COUNTS = SAMPLES["flickr8k-crowd"]


def packed(answers: str) -> str:
    """A batch of one assignment whose answers are JSON."""
    quoted = answers.replace('"', '""')
    return f'HITId,AssignmentId,WorkerId,Input.image_url,Answer.taskAnswers\nh,1,W1,a.jpg,"{quoted}"\n'


BROKEN = [
    # format, content, line, field, words of the message
    ("votes-csv", LONG + "bob,a,Sky\n", 3, "value", "4 fields as in the header, found 3 fields"),
    ("votes-csv", LONG + "bob,a,Sky,1,2\n", 3, 5, "found 5 fields"),
    ("votes-csv", LONG + "bob,a,Sky,nan\n", 3, "value", "a finite number"),
    ("votes-csv", LONG + "bob,a,Sky,-inf\n", 3, "value", "a finite number"),
    ("votes-csv", LONG + "bob,a,Sky,1e999\n", 3, "value", "a finite number"),
    ("votes-csv", "annotator,item,label,value\nann,a,Sky,nan\n", 2, "value", "a finite number"),
    ("votes-csv", LONG + ",a,Sea,1\n", 3, "annotator", "a name"),
    ("votes-csv", LONG + "ann,,Sea,1\n", 3, "item", "a name"),
    ("votes-csv", LONG + "ann,a,,1\n", 3, "label", "a name"),
    ("votes-csv", LONG + ",,,1\n", 3, "annotator", "a name"),
    ("votes-csv", "annotator,item,label,value\nann,a,Sky,\n", None, None, "at least one vote"),
    ("votes-csv", "annotator,item,label,value\n", None, None, "at least one row"),
    ("votes-csv", "annotator,label,value\nann,Sky,1\n", 1, 1, "a column for the item"),
    ("votes-csv", "item,label,value\nann,Sky,1\n", 1, 1, "a column for the annotator"),
    ("votes-csv", "annotator,item\nann,a\n", 1, 1, "a column for the value"),
    ("votes-csv", "annotator,item,item,value\nann,a,a,1\n", 1, 3, "each column once"),
    ("votes-csv", "annotator,item,label,value,seconds\nann,a,Sky,1,-2\n", 2, "seconds", "a time in seconds"),
    ("votes-csv", "annotator,item,label,value,seconds\nann,a,Sky,1,nan\n", 2, "seconds", "a time in seconds"),
    ("votes-csv", "annotator,item,label,value,occasion\nann,a,Sky,1,-1\n", 2, "occasion", "from 0 to 32767"),
    ("votes-csv", "annotator,item,label,value,occasion\nann,a,Sky,1,0.5\n", 2, "occasion", "a whole number"),
    ("votes-csv", "annotator,item,label,value,occasion\nann,a,Sky,1,2\nann,a,Sky,1,2\n", 3, "vote", "in line 2"),
    ("votes-csv", LONG + '"bob,a,Sky,1\n', 3, None, "quotation marks"),
    ("votes-csv", LONG + '"b\nob",a,Sky,1\ncid,a,Sky,inf\n', 5, "value", "a finite number"),
    ("votes-tsv", SAMPLES["votes-tsv"] + "cid\tb.jpg\tSea\n", 5, "value", "3 fields"),
    ("mturk", MTURK.replace("h2,t,3", "h2,t,2"), 4, "AssignmentId", "in line 3 already"),
    ("mturk", MTURK.replace("3,W1,", "3,,"), 4, "WorkerId", "a name"),
    ("mturk", MTURK.replace("a.jpg", ""), 2, "Input.image_url", "a name"),
    ("mturk", MTURK.replace(",9,", ",soon,"), 3, "WorkTimeInSeconds", "a time in seconds"),
    ("mturk", MTURK.replace("Answer.", "Output."), 1, 1, "at least one column Answer.NAME"),
    ("mturk", MTURK.replace("Answer.Sky", "Answer.taskAnswers"), 2, "character 1", "JSON"),
    ("mturk", packed('{"Sky": "yes"}'), 2, "Answer.taskAnswers", "a list of one JSON object"),
    ("mturk", packed('[{"Sky": "yes"}, {"Sky": "no"}]'), 2, "Answer.taskAnswers", "a list of one JSON object"),
    ("mturk", packed('[{"Sky": "yes", "Sky": "no"}]'), 2, None, "each name once"),
    ("mturk", packed('[{"Sky": {"on": true}, "Sky.on": false}]'), 2, "Answer.taskAnswers", "each answer once"),
    ("mturk", packed('[{"Sky": "\\u0000"}]'), 2, "Answer.taskAnswers", "text"),
    ("mturk", packed('[{"Sea": "yes"}]').replace("Input.image_url", "Answer.Sea"), 1, 1, "Answer.Sea once"),
    ("mturk", MTURK.replace(",on,on", ",nan,on").replace(",on,,", ",3,,"), 4, "Answer.Sky", "a finite number"),
    ("mturk", MTURK.replace("Answer.Sky,", "Answer.Sky.on,").replace(",on,,", ",3,,"), 2, "Answer.Sky.on", "true or"),
    ("mturk", MTURK.replace(",on,on,,\n", "\n"), 4, "Answer.Sky", "fields"),
    ("mturk", MTURK.replace("WorkerId", "Worker"), 1, 1, "a column 'WorkerId'"),
    ("mturk", MTURK.replace(",on", ","), None, None, "at least one vote"),
    ("crowdflower", CROWD.replace("lized,3", "lized,0"), None, None, "at least one vote"),
    ("crowdflower", CROWD.replace("lized,3", "lized,99999999999"), 2, "_trusted_judgments", "up to 10000"),
    ("crowdflower", CROWD.replace("0.6667", "1.5"), 2, "sky:confidence", "from 0 to 1"),
    ("crowdflower", CROWD.replace("0.6667", ""), 2, "sky:confidence", "from 0 to 1"),
    ("crowdflower", CROWD.replace("no,1.0", "perhaps,0.6"), 3, "sky", "use the full report"),
    ("crowdflower", CROWD.replace("lized,3,1/28/2016 19:04", "lized,-3,x"), 3, "_trusted_judgments", "a number of"),
    ("crowdflower", CROWD.replace("sky:confidence", "sky:variance"), 1, 1, "FIELD:confidence"),
    ("crowdflower", CROWD.replace("_trusted_judgments", "_count"), 1, 1, "_worker_id (full report)"),
    ("crowdflower", FULL_REPORT.replace("7/22/2012 14:28:15", "noon"), 2, "_started_at", "a time as"),
    ("crowdflower", FULL_REPORT.replace("7/22/2012 14:30:25", "2013-07-22 14:30:25 UTC"), 4, "_created_at", "after"),
    ("crowdflower", FULL_REPORT.replace(",502,", ",,"), 3, "_worker_id", "a name"),
    ("flickr8k-expert", EXPERT + "a.jpg\td.jpg#1\t1\t5\t2\n", 4, "second grade", "a grade from 1 to 4"),
    ("flickr8k-expert", EXPERT + "a.jpg\td.jpg#1\t1\t0\t2\n", 4, "second grade", "a grade from 1 to 4"),
    ("flickr8k-expert", EXPERT + "a.jpg\td.jpg#1\t1\t2.5\t2\n", 4, "second grade", "a whole number"),
    ("flickr8k-expert", EXPERT + "a.jpg\td.jpg#1\t1\tnan\t2\n", 4, "second grade", "a whole number"),
    ("flickr8k-expert", EXPERT + "a.jpg\td.jpg#1\t1\t1\n", 4, 5, "5 fields"),
    ("flickr8k-expert", EXPERT + "a.jpg\tb.jpg#2\t1\t1\t2\n", 4, "pair", "in line 1 already"),
    ("flickr8k-crowd", COUNTS + "a.jpg\td.jpg#1\t0.5\t2\t1\n", 4, "share", "where it is 0.666667"),
    ("flickr8k-crowd", COUNTS + "a.jpg\td.jpg#1\tinf\t2\t1\n", 4, "share", "a finite number"),
    ("flickr8k-crowd", COUNTS + "a.jpg\td.jpg#1\t0\t0\t0\n", 4, "yes", "at least one vote"),
    ("flickr8k-crowd", COUNTS + "a.jpg\td.jpg#1\t2\t2\t-1\n", 4, "no", "a number of votes"),
    ("flickr8k-crowd", COUNTS + "a.jpg\td.jpg#1\t1\t99999\t0\n", 4, "yes", "between"),
    ("flickr8k-crowd", COUNTS + "a.jpg\tb.jpg#2\t1\t3\t0\n", 4, "pair", "in line 1 already"),
    ("coco-json", '{"images": [],\n "annotations": NaN}', None, None, "a finite number"),
    ("coco-json", '{"images": [],\n "images": []}', None, None, "each name once"),
    ("coco-json", '{"images": [\n', 2, "character 1", "JSON"),
    ("coco-json", "[]", None, None, "a JSON object"),
]


@pytest.mark.parametrize(("form", "content", "line", "field", "words"), BROKEN)
def test_broken_votes_name_the_place(
    tmp_path: Path, form: str, content: str, line: int | None, field: str | int | None, words: str
) -> None:
    path = tmp_path / "votes.txt"
    path.write_text(content)
    with pytest.raises(FormatError) as caught:
        read_votes(path, form)
    assert caught.value.file == str(path)
    assert (caught.value.line, caught.value.field) == (line, field), str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize(("form", "content", "line"), [(f, c, n) for f, c, n, _, _ in BROKEN if n not in (None, 1)])
def test_broken_votes_are_still_recognised(tmp_path: Path, form: str, content: str, line: int) -> None:
    path = tmp_path / "votes"
    path.write_text(content)
    with pytest.raises(FormatError) as caught:
        read_votes(path)
    assert caught.value.line == line, str(caught.value)


@pytest.mark.parametrize("form", SAMPLES)
@pytest.mark.parametrize("content", [b"", b"\n\n", b"   \r\n"])
def test_an_empty_file_is_an_error(tmp_path: Path, form: str, content: bytes) -> None:
    path = tmp_path / "votes"
    path.write_bytes(content)
    for name in (form, None):
        with pytest.raises(FormatError):
            read_votes(path, name)


@pytest.mark.parametrize("form", SAMPLES)
def test_line_ends_byte_order_mark_and_gzip_change_nothing(tmp_path: Path, form: str) -> None:
    plain = SAMPLES[form]
    path = tmp_path / "file"
    path.write_text(plain)
    wanted = read_votes(path, form)
    for what, content in {
        "crlf": plain.replace("\n", "\r\n").encode(),
        "cr": plain.replace("\n", "\r").encode(),
        "bom": b"\xef\xbb\xbf" + plain.encode(),
        "no last line end": plain.rstrip("\n").encode(),
        "gzip": gzip.compress(plain.encode()),
        "blank lines": plain.replace("\n", "\n\n").encode() + b"\n",
    }.items():
        path.write_bytes(content)
        for name in (form, None):
            assert records(read_votes(path, name)) == records(wanted), what


@pytest.mark.parametrize("form", SAMPLES)
def test_broken_bytes_are_named_with_their_line(tmp_path: Path, form: str) -> None:
    lines = SAMPLES[form].encode().split(b"\n")
    path = tmp_path / "file"
    for bad in (b"\xe9", b"\0"):
        path.write_bytes(b"\n".join([*lines[:-2], lines[-2] + bad, b""]))
        with pytest.raises(FormatError, match=r"UTF-8|NUL|JSON") as caught:
            read_votes(path, form)
        assert caught.value.line == len(lines) - 1
    packed = gzip.compress(SAMPLES[form].encode() * 200)
    path.write_bytes(packed[: len(packed) // 2])
    for name in (form, None):
        with pytest.raises(FormatError, match="gzip"):
            read_votes(path, name)


@pytest.mark.parametrize(("form", "sample"), [*SAMPLES.items(), ("crowdflower", FULL_REPORT)])
def test_mutated_files_are_read_or_refused(tmp_path: Path, form: str, sample: str) -> None:
    rng = random.Random(form)
    path = tmp_path / "file"
    outcomes = {"read": 0, "refused": 0}
    for number in range(400):
        path.write_bytes(mutated(sample.encode(), rng))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", GoldscaleWarning)
            try:
                found = read_votes(path, form if number % 2 else None)
            except GoldscaleError:
                outcomes["refused"] += 1
            else:
                assert isinstance(found, Votes)
                outcomes["read"] += 1
    assert min(outcomes.values()) > 0


def test_a_broken_encoding_says_how_to_mend_that(tmp_path: Path) -> None:
    path = tmp_path / "v.csv"
    path.write_bytes("annotator,item,label,value\nann,a,Ciel bleut\xe9,1\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"line 2: expected UTF-8 text.*Save the file as UTF-8\."):
        read_votes(path)
