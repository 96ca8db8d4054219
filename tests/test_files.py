from __future__ import annotations

import gzip
import io
import os
import sys
import threading
from pathlib import Path

import pytest

from goldscale.errors import FormatError, MissingResourceError
from goldscale.files import Source, write_text, writing


def test_gzip_is_transparent(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"one\r\ntwo\n"))
    source = Source(path)
    assert list(source.lines()) == [(1, "one"), (2, "two")]
    assert (source.stem, source.suffix) == ("a", ".txt")


def test_a_truncated_gzip_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(bytes(range(256)) * 100)[:-9])
    with pytest.raises(FormatError, match=r"a\.gz: expected a whole gzip file"):
        Source(path).read_bytes()


def test_stdin_can_be_read_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one\ntwo\n")))
    source = Source("-")
    assert source.head(3) == b"one"
    assert source.read_bytes() == b"one\ntwo\n"
    assert source.size == 8
    assert source.name == "<stdin>"


def test_wrong_encoding_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"fine\nM\xfcnchen\n")
    with pytest.raises(FormatError, match=r"line 2: expected UTF-8 text, found the byte 0xfc"):
        list(Source(path).lines())
    with pytest.raises(FormatError, match="line 2"):
        Source(path).text()


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\n")
    assert list(Source(path).lines()) == [(1, "one")]


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(MissingResourceError, match=r"nothing\.txt"):
        Source(tmp_path / "nothing.txt")
    with pytest.raises(FormatError, match="a folder"):
        Source(tmp_path)


def test_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    write_text(path, "before")
    with pytest.raises(RuntimeError), writing(path) as stream:  # noqa: PT012 - the failure is in the middle
        stream.write(b"half")
        raise RuntimeError
    assert path.read_text() == "before"
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


def test_written_gzip_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        write_text(tmp_path / name, "text")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"text"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("before")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_text(tmp_path / "link.txt", "after")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "after"


def test_a_failure_names_the_target(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for target in (tmp_path / "file" / "x.txt", tmp_path):
        with pytest.raises(OSError, match="directory") as caught:
            write_text(target, "text")
        assert caught.value.filename == str(target)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_and_written_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "run.csv"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_text, args=(pipe, "one\ntwo\n"))
    writer.start()
    source = Source(pipe)
    writer.join()
    assert pipe.is_fifo()
    assert (source.head(3), source.text(), source.size, source.stem) == (b"one", "one\ntwo\n", 8, "run")
