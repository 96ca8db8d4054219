"""The benchmark: the thesis' two sets of word pairs, and what a correlation is taken over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import goldscale as gs
from goldscale.relatedness import HumanAgreements, benchmark, read_pairs
from goldscale.reproduce import reproduce

pytest_plugins = ("wordnet_fixtures",)


def test_table_8_3() -> None:
    words = read_pairs("gracia-mena")
    assert len(words) == 30
    assert words.scores.sum() == pytest.approx(67.36)  # added up from the thesis
    visual = read_pairs("visual")
    assert len(visual) == 30
    assert visual.scores.sum() == pytest.approx(54.71)
    assert set(visual.labels.values()) <= set(gs.read_ontology("pto-2009").labels)
    # Two pairs are in both sets.
    pairs = [set(zip(w.first, w.second, strict=True)) for w in (words, visual)]
    assert pairs[0] & pairs[1] == {("river", "lake"), ("city", "river")}


def test_a_matrix_is_looked_up_by_word_or_by_concept() -> None:
    pto = gs.read_ontology("pto-2009")
    matrix = gs.build_relatedness("hierarchy", pto.concepts, ontology=pto)
    looked_up, asked = benchmark(matrix, "visual"), benchmark("hierarchy", "visual", ontology=pto)
    assert looked_up == asked
    assert (asked.covered, asked.total) == (30, 30)
    pairs = read_pairs("visual")
    values = [
        matrix.aligned([pairs.labels[a], pairs.labels[b]])[0, 1] if a != b else 1.0
        for a, b in zip(pairs.first, pairs.second, strict=True)
    ]
    assert asked.spearman == pytest.approx(stats.spearmanr(values, pairs.scores).statistic)
    assert asked.pearson == pytest.approx(stats.pearsonr(values, pairs.scores).statistic)
    # Table 8.5 prints 0.713 for the Ontology Score; ours is 0.731.
    assert asked.spearman == pytest.approx(0.731, abs=0.0005)


def write(folder: Path, text: str) -> Path:
    (folder / "pairs.txt").write_text(text)
    return folder / "pairs.txt"


def test_pairs_from_a_file_and_words_that_are_not_there(tmp_path: Path) -> None:
    file = write(tmp_path, "sky\tsea\t3\nsea\tsun\t1\nsky\tsun\t2\nsun\tmoon\t4\nmoon\tmoon\t4\n")
    matrix = gs.Relatedness([[1, 0.9, 0.5], [0.9, 1, 0.1], [0.5, 0.1, 1]], ["Sky", "Sea", "Sun"])
    result = benchmark(matrix, file)
    assert (result.pairs, result.covered, result.total) == ("pairs", 3, 5)
    assert result.spearman == 1
    given = tmp_path / "people.csv"
    given.write_text("sky,sea,3\nsea,sun,1\nsky,sun,2\n")
    assert benchmark("people", file, scores=given).covered == 3


def test_correlations_that_say_nothing(tmp_path: Path) -> None:
    few = write(tmp_path, "a,b,3\nb,c,1\n")
    matrix = gs.Relatedness(np.eye(3), ["a", "b", "c"])
    assert np.isnan(benchmark(matrix, few).spearman)
    same = write(tmp_path, "a,b,3\nb,c,1\na,c,2\n")
    assert np.isnan(benchmark(matrix, same).pearson)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", r"line 1, field 3: expected 3 fields \(word1, word2, score\)"),
        ("a,b,1\nc,d,x\n", "line 2, field score"),
        ("a,b,score\n", "a header alone"),
    ],
)
def test_broken_pairs(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(gs.FormatError, match=message):
        read_pairs(write(tmp_path, text))


def test_an_unknown_set() -> None:
    with pytest.raises(gs.UnknownNameError, match="did you mean 'visual'"):
        read_pairs("visuals")


@pytest.mark.parametrize(
    ("name", "pairs"), [("MC-30", 30), ("RG-65", 65), ("WS-353-ALL", 353), ("MEN-TR-3k", 3000), ("SIMLEX-999", 999)]
)
def test_the_usual_sets(name: str, pairs: int, data_folder: Path, wordnet_folder: Path) -> None:
    """Known from the literature: path correlates about 0.7 to 0.8 with MC-30 and RG-65, far less with the others."""
    file = data_folder / "word_similarity" / f"EN-{name}.txt"
    if not file.is_file():
        pytest.skip(f"not there: {file}")
    result = benchmark("path", file, wordnet=wordnet_folder)
    assert result.total == pairs
    assert result.covered > 0.6 * pairs
    low, high = (0.65, 0.85) if pairs < 100 else (0.1, 0.7)
    assert low < result.spearman < high


def test_rows_of_reproduce(wordnet_folder: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row is computed, or says which resource is missing."""
    monkeypatch.setenv("WNSEARCHDIR", str(wordnet_folder))
    monkeypatch.setenv("GOLDSCALE_DATA", str(data_folder))
    checked = {(row.source.table, row.source.cell): row for row in reproduce("Nowak thesis 8.")}
    assert len(checked) == 19
    # Table 8.4, of Gracia and Mena, whose numbers are from WordNet::Similarity: these come out to the last digit.
    there = ["PATH", "LCH", "WUP", "HSO"] + ["RES"] * (data_folder / "wordnet_ic" / "ic-semcor.dat").is_file()
    assert all(checked["8.4", name].agrees for name in there)
    for (table, name), row in checked.items():
        # A stop list makes all the difference for LESK, and theirs is not known: the next test.
        if table == "8.4" and name != "LESK" and row.computed is not None:
            assert row.computed == pytest.approx(float(row.source.printed), abs=0.06), name


def test_lesk_with_a_stop_list_is_near_the_printed_value(wordnet_folder: Path) -> None:
    """Table 8.4 has 0.56: 0.60 with our stop list and 0.57 with the sample one of WordNet::Similarity, 0.38 without."""
    stopped = benchmark("lesk", "gracia-mena", wordnet=wordnet_folder, stop="function-words")
    assert stopped.spearman == pytest.approx(0.56, abs=0.06)
    assert benchmark("lesk", "gracia-mena", wordnet=wordnet_folder).spearman == pytest.approx(0.381, abs=5e-4)


def test_rows_without_information_content(
    wordnet_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from goldscale.reproduce import relatedness_tables

    monkeypatch.setenv("WNSEARCHDIR", str(wordnet_folder))
    monkeypatch.setenv("GOLDSCALE_DATA", str(tmp_path))
    monkeypatch.setattr(relatedness_tables, "find_counts", lambda name: None)
    (row,) = (row for row in reproduce("Nowak thesis 8.4") if row.source.cell == "RES")
    assert row.computed is None
    assert "ic-semcor.dat is missing. Set the environment variable GOLDSCALE_DATA" in row.note


def test_rows_without_wordnet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from goldscale.relatedness.wordnet import location

    monkeypatch.setattr(location, "_usual", lambda: iter([tmp_path]))
    rows = [row for row in reproduce("Nowak thesis 8.") if row.source.cell != "OS"]
    assert len(rows) == 18
    assert all(row.computed is None and "WordNet is missing" in row.note for row in rows)


def test_a_source_covers_what_its_matrix_covers(tmp_path: Path) -> None:
    """Words are compared by spelling, whether a matrix is looked up or a source is asked."""
    pto = gs.read_ontology("pto-2009")
    pairs = write(tmp_path, "sky,clouds,3\nsea,SKY,1\nStill life,clouds,2\nmoon,sky,4\n")
    matrix = gs.build_relatedness("hierarchy", pto.concepts, ontology=pto)
    looked_up, asked = benchmark(matrix, pairs), benchmark("hierarchy", pairs, ontology=pto)
    assert looked_up == asked
    assert (asked.covered, asked.total) == (3, 4)
    truth = gs.Judgements([[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0]], labels=["Sky", "Clouds", "Sea"])
    matrix = gs.build_relatedness("nwd", truth.labels, truth=truth)
    assert benchmark(matrix, pairs).covered == benchmark("nwd", pairs, truth=truth).covered == 2


def test_a_correlation_that_is_missing_says_why(tmp_path: Path) -> None:
    matrix = gs.Relatedness(np.eye(3), ["a", "b", "c"])
    result = benchmark(matrix, write(tmp_path, "a,b,3\nb,c,1\n"))
    (table,) = HumanAgreements((result,)).tables()
    assert table.notes == ["-: fewer than 3 pairs are covered, or all values of them are the same."]
    (table,) = HumanAgreements((benchmark("hierarchy", "visual", ontology=gs.read_ontology("pto-2009")),)).tables()
    assert not table.notes
