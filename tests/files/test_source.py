from __future__ import annotations

import gzip
import io
import os
import socket
import sys
import threading
from pathlib import Path

import pytest

from goldscale.errors import FormatError, MissingResourceError
from goldscale.files import Source, write_text
from goldscale.limits import limits_set


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


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_what_has_no_end_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "run.csv").symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), tmp_path / "run.csv"):
        with pytest.raises(FormatError, match=r"expected a file, found a device"):
            Source(path)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs sockets in the file system")
def test_a_socket_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s.csv")
        with pytest.raises(FormatError, match="found a socket"):
            Source("s.csv")


def test_links_that_lead_to_each_other_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(MissingResourceError):
        Source(tmp_path / "a")


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(FormatError, match="expected the name of a file, found a NUL"):
        Source("a\0b")


def test_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(MissingResourceError, match="standard input is missing"):
        Source("-")


@pytest.mark.parametrize("packed", [False, True])
def test_small_files_are_measured_unpacked(tmp_path: Path, packed: bool) -> None:
    path = tmp_path / "small.toml"
    text = b"x = 1\n" * 20
    path.write_bytes(gzip.compress(text) if packed else text)
    assert Source(path).small_text() == text.decode()
    with limits_set(small=len(text)):
        assert Source(path).small_bytes() == text
    with limits_set(small=len(text) - 1), pytest.raises(FormatError, match="a small file of at most 119 bytes"):
        Source(path).small_bytes()
    with limits_set(small=None):
        assert Source(path).small_bytes() == text
