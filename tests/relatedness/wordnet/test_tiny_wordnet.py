"""The WordNet measures on a made-up WordNet, worked out by hand."""

from __future__ import annotations

import math
import random
import re
import zipfile
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from tiny_wordnet import write_wordnet

import goldscale as gs
from goldscale.relatedness.wordnet import glosses
from goldscale.relatedness.wordnet.chains import HORIZONTAL, STRONG, UP, hirst_st_onge
from goldscale.relatedness.wordnet.content import count_corpus
from goldscale.relatedness.wordnet.glosses import FUNCTION_WORDS, GlossText, overlap, tokens
from goldscale.relatedness.wordnet.location import VARIABLE, find_wordnet
from goldscale.relatedness.wordnet.overlaps import Alphabet, SpelledText, gloss_overlaps, phrase_bonus
from goldscale.relatedness.wordnet.reader import Key, WordNet
from goldscale.relatedness.wordnet.taxonomy import height

pytest_plugins = ("wordnet_fixtures",)

LOG2 = math.log(2)
DOWN = ("~", "~i", "#m", "#s", "#p")


def value(source: str, a: str, b: str, **options: object) -> float:
    return float(gs.build_relatedness(source, [a, b], **options).values[0, 1])


def test_reading(tiny: Path) -> None:
    wordnet = WordNet(find_wordnet(tiny))
    first, second = wordnet.senses("Dog")
    assert wordnet.synset(first).words == ("dog",)
    assert wordnet.synset(first).gloss == "a friendly barking pet"
    assert [wordnet.synset(k).words[0] for k in wordnet.hypernyms(second)] == ["abstraction"]
    assert wordnet.senses("dogs") == wordnet.senses("dog")
    assert wordnet.senses("guide dog") == wordnet.senses("guide_dog") != ()
    assert wordnet.senses("unicorn") == ()
    assert height(wordnet) == 4  # guide_dog, dog, animal, object, entity


@pytest.mark.parametrize(
    ("a", "b", "links"),
    [("dog", "cat", 2), ("dog", "animal", 1), ("cat", "tree", 4), ("cat", "day", 5), ("dog", "day", 2)],
)
def test_path(tiny: Path, a: str, b: str, links: int) -> None:
    """A dog is two things: as a dull person it is only two links from the day."""
    assert value("path", a, b, wordnet=tiny) == pytest.approx(1 / (links + 1))


def test_words_that_share_a_synset(tiny: Path) -> None:
    for source in ("path", "wup", "lch", "lin", "jcn", "hso", "vec"):
        ic = {"ic": tiny / "ic.dat"} if source in ("lin", "jcn") else {}
        assert value(source, "animal", "beast", wordnet=tiny, **ic) == 1.0


def test_wup_and_its_root(tiny: Path) -> None:
    # Over animal, the third synset from the top, the fourth with a virtual root: 2 * 4 / (2 * 4 + 1 + 1)
    assert value("wup", "dog", "cat", wordnet=tiny) == pytest.approx(8 / 10)
    assert value("wup", "dog", "cat", wordnet=tiny, virtual_root=False) == pytest.approx(6 / 8)
    assert value("wup", "cat", "day", wordnet=tiny, virtual_root=False) == pytest.approx(2 / (2 + 5))
    assert value("wup", "dog", "cat", wordnet=tiny, reading="nltk") == pytest.approx(6 / 8)


def test_lch_and_its_root(tiny: Path) -> None:
    assert value("lch", "dog", "cat", wordnet=tiny) == pytest.approx(math.log(10 / 3) / math.log(10))
    assert value("lch", "dog", "cat", wordnet=tiny, virtual_root=False) == pytest.approx(math.log(8 / 3) / math.log(8))


def test_information_content(tiny: Path) -> None:
    """Counts of 16, 8, 4, 2, 1: contents of 0, 1, 2, 3, 4 bits. Dog 4, cat 3, their animal 2."""
    options = {"wordnet": tiny, "ic": tiny / "ic.dat"}
    assert value("res", "dog", "cat", **options) == pytest.approx(2 / 4)
    assert value("lin", "dog", "cat", **options) == pytest.approx(2 * 2 / (4 + 3))
    assert value("jcn", "dog", "cat", **options) == pytest.approx(1 / (1 + 3 * LOG2))
    assert value("res", "cat", "tree", **options) == pytest.approx(1 / 4)
    # Day was never counted, and the root says nothing.
    assert [value(s, "cat", "day", **options) for s in ("res", "lin", "jcn")] == [0, 0, 0]
    assert [value(s, "cat", "entity", **options) for s in ("res", "lin", "jcn")] == [0, 0, 0]


def test_content_counted_in_a_text(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("Dogs! A cat, the dog; unicorns.\nA tree\n")
    wordnet = WordNet(find_wordnet(tiny))
    offsets = write_wordnet(tiny)
    content = count_corpus(tmp_path / "text.txt", wordnet, 0)
    # Two dogs, one cat and one tree; a dog counts for both of its senses.
    expected = {"dog": 2, "cat": 1, "animal": 3, "tree": 1, "plant": 1, "object": 4, "abstraction": 2, "entity": 6}
    assert {name: content.counts[offsets[name]] for name in expected} == expected
    assert content.total == 6
    assert content.counts[offsets["night"]] == 0
    smooth = count_corpus(tmp_path / "text.txt", wordnet, 1)
    assert smooth.counts[offsets["night"]] == 1
    assert smooth.total == 6 + 15
    options = {"wordnet": tiny, "corpus": tmp_path / "text.txt", "smoothing": 0.0}
    assert value("res", "dog", "cat", **options) == pytest.approx(math.log(6 / 3) / math.log(6))


@pytest.mark.parametrize(
    ("a", "b", "weight"),
    [
        ("animal", "beast", 16),  # the same synset
        ("day", "night", 16),  # a horizontal link
        ("dog", "guide_dog", 16),  # a link, and one word is in the other
        ("dog", "animal", 4),  # up past it and down again: one link is no chain
        ("tree", "leaf", 4),  # up past it, a meronym, to object, and down again
        ("dog", "cat", 5),  # up, down
        ("cat", "guide_dog", 4),  # up, down, down
        ("noon", "night", 6),  # from night horizontally, down, a turn that does not count; 5 the other way
        ("day", "dusk", 6),  # down, horizontally, likewise
        ("guide_dog", "tree", 2),  # up three times, down twice
        ("guide_dog", "noon", 0),  # too far
    ],
)
def test_chains(tiny: Path, a: str, b: str, weight: int) -> None:
    assert 16 * value("hso", a, b, wordnet=tiny) == weight


def test_chains_turn_twice_only_over_a_horizontal_link(tiny: Path) -> None:
    wordnet = WordNet(find_wordnet(tiny))
    keys = [wordnet.senses(word)[0] for word in ("leaf", "plant", "tree", "dusk", "abstraction")]
    weight = hirst_st_onge(wordnet, keys)
    # From leaf down to tree and up to plant is no chain; over object it is: up, down.
    assert weight[0, 1] == 8 - 2 - 1
    # dusk - noon - day - abstraction goes horizontally and then up, which is a chain read from its other end.
    assert weight[3, 4] == 8 - 3 - 1


TURNS = {
    "U+|D+|H+": 0,
    "U+D+": 1,
    "U+H+": 1,
    "U+H+D": 2,
    "U+H+DD+": 1,
    "H+D": 0,
    "H+DD+": 1,
    "D+H": 0,
    "D+HH+": 1,
}
"""Changes of direction of the patterns of a chain, as WordNet::Similarity counts them."""


def slow_chain(wordnet: WordNet, a: Key, b: Key) -> float:
    """The best weight over all walks of two to five links whose directions make one of the patterns."""
    direction = {**dict.fromkeys(UP, "U"), **dict.fromkeys(DOWN, "D"), **dict.fromkeys(HORIZONTAL, "H")}
    best, walks = 0.0, {(a, "")}
    for _ in range(5):
        walks = {(p.target, way + direction[p.symbol]) for at, way in walks for p in wordnet.synset(at).pointers}
        for at, way in walks:
            if at == b and len(way) > 1:
                turns = [count for pattern, count in TURNS.items() if re.fullmatch(pattern, way)]
                best = max([best, *(8 - len(way) - count for count in turns)])
    return best


def test_chains_equal_slow_ones(tiny: Path) -> None:
    wordnet = WordNet(find_wordnet(tiny))
    keys = [Key("n", offset) for offset in write_wordnet(tiny).values()]
    weight = hirst_st_onge(wordnet, keys)
    for (i, a), (j, b) in permutations(enumerate(keys), 2):
        if weight[i, j] < STRONG:
            assert weight[i, j] == slow_chain(wordnet, a, b), (a, b)


def test_overlap_as_printed_by_banerjee_and_pedersen() -> None:
    """Their example of 2003: drawing paper and decal share 'paper' and 'specially prepared', 1 + 4 = 5."""
    paper = GlossText(["paper that is specially prepared for use in drafting"])
    decal = GlossText(
        ["the art of transferring designs from specially prepared paper to a wood or glass or metal surface"]
    )
    assert overlap(paper, decal) == overlap(decal, paper) == 5


def slow_overlap(a: list[list[str]], b: list[list[str]]) -> int:
    """The longest shared phrase with content words at both ends, taken out; again and again."""
    total = 0
    while True:
        best: tuple[int, int, int, int, int] | None = None
        for p, x in enumerate(a):
            for q, y in enumerate(b):
                for i in range(len(x)):
                    for j in range(len(y)):
                        n = 0
                        while i + n < len(x) and j + n < len(y) and x[i + n] == y[j + n]:
                            n += 1
                        while n and x[i + n - 1] in FUNCTION_WORDS:
                            n -= 1
                        if n and x[i] not in FUNCTION_WORDS and (best is None or n > best[0]):
                            best = (n, p, q, i, j)
        if best is None:
            return total
        n, p, q, i, j = best
        total += n * n
        a = [*a[:p], a[p][:i], a[p][i + n :], *a[p + 1 :]]
        b = [*b[:q], b[q][:j], b[q][j + n :], *b[q + 1 :]]


def test_overlap_equals_a_slow_one() -> None:
    rng = random.Random(5)
    for _ in range(300):
        texts = [
            [" ".join(rng.choices(["red", "sea", "tall", "of", "the", "ship"], k=rng.randint(0, 7))) for _ in range(2)]
            for _ in range(2)
        ]
        expected = slow_overlap(*([tokens(gloss) for gloss in text] for text in texts))
        assert overlap(GlossText(texts[0]), GlossText(texts[1])) == expected, texts


def take_out_phrases(a: list[str], b: list[str]) -> int:
    """Squared lengths of the shared phrases, the longest first, of these the first in the first text."""
    for length in range(len(a), 0, -1):
        for i, j in product(range(len(a) - length + 1), range(len(b) - length + 1)):
            if a[i : i + length] == b[j : j + length]:
                rest = [*a[:i], "END", *a[i + length :]], [*b[:j], "end", *b[j + length :]]
                return length * length + take_out_phrases(*rest)
    return 0


def test_phrases_of_all_words_equal_slow_ones() -> None:
    rng = random.Random(3)
    for _ in range(400):
        alphabet = Alphabet()
        texts = [[rng.choices(["a", "of", "the", "sea"], k=rng.randint(1, 6)) for _ in range(2)] for _ in range(2)]
        a, b = (SpelledText(0, text, alphabet) for text in texts)
        words = [[*text[0], mark, *text[1]] for text, mark in zip(texts, ("END", "end"), strict=True)]
        singles = sum(min(word.count(w) for word in words) for w in set(words[0]))
        assert phrase_bonus(a, b) + singles == take_out_phrases(*words), texts


def test_lesk_adds_up_over_relations(tiny: Path) -> None:
    """Guide dog and cat. Own glosses: 'a helpful barking pet', 'a proud purring pet'; above: 'a friendly barking pet',
    'a living creature that moves'. Nothing below. Shared: a and pet (own, own), a and pet (above, own), a twice: 6."""
    linear = gs.build_relatedness("lesk", ["guide_dog", "cat"], wordnet=tiny, scale="linear")
    assert linear.values[0, 1] * linear.parameters["highest"] == pytest.approx(6)
    logged = gs.build_relatedness("lesk", ["guide_dog", "cat"], wordnet=tiny)
    assert logged.values[0, 1] == pytest.approx(math.log(7) / math.log1p(linear.parameters["highest"]))
    # Cat with itself: four words, five above, and 'a' in both, twice.
    assert linear.parameters["highest"] == 16 + 25 + 1 + 1


def test_lesk_compares_examples_and_synonyms(tiny: Path) -> None:
    """A dog's example is 'the dog barked'. It is compared with own glosses, examples and words, not with those
    around; words are not compared with words."""
    wordnet = WordNet(find_wordnet(tiny))
    (dog, dull), noon = wordnet.senses("dog"), wordnet.senses("noon")[0]
    assert wordnet.synset(dog).examples == ("the dog barked",)
    assert gloss_overlaps(wordnet, [dog, noon])[0, 1] == 1  # 'the' of the example and of 'the middle'
    # Own, above and below dog: 'a' of 'a dull person'; the example has 'dog', the word.
    assert gloss_overlaps(wordnet, [dog, dull])[0, 1] == 3 + 1
    assert gloss_overlaps(wordnet, [dog, dull], frozenset({"a"}))[0, 1] == 1


def test_lesk_with_content_words_only(tiny: Path) -> None:
    """Guide dog and cat. Own glosses: 'helpful barking pet', 'proud purring pet'; above: 'friendly barking pet',
    'living creature moves'. Nothing below. Shared: pet - pet (own, own), pet - pet (above, own): 2."""
    options = {"wordnet": tiny, "reading": "content-words"}
    linear = gs.build_relatedness("lesk", ["guide_dog", "cat"], scale="linear", **options)
    assert linear.values[0, 1] * linear.parameters["highest"] == pytest.approx(2)
    logged = gs.build_relatedness("lesk", ["guide_dog", "cat"], **options)
    assert logged.values[0, 1] == pytest.approx(math.log(3) / math.log1p(linear.parameters["highest"]))
    # Guide dog with itself: 3 words each, 'helpful barking pet' 9, 'friendly barking pet' 9, 'barking pet' 4, twice.
    assert linear.parameters["highest"] == 9 + 9 + 4 + 4


def test_lesk_with_a_stop_list(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "stop.txt").write_text("A\nthe\n")
    for stop in (tmp_path / "stop.txt", "function-words"):
        linear = gs.build_relatedness("lesk", ["guide_dog", "cat"], wordnet=tiny, scale="linear", stop=stop)
        assert linear.values[0, 1] * linear.parameters["highest"] == pytest.approx(2)  # pet and pet
    with pytest.raises(gs.ParameterError, match="goes with reading=wordnet-similarity"):
        gs.build_relatedness("lesk", ["cat", "dog"], wordnet=tiny, stop="function-words", reading="content-words")


def test_gloss_vectors(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert value("vec", "dusk", "tree", wordnet=tiny) == 0  # no word occurs in five glosses
    monkeypatch.setattr(glosses, "FEWEST", 1)
    wordnet = WordNet(find_wordnet(tiny))
    keys = [wordnet.senses(word)[0] for word in ("noon", "day", "cat")]
    cosine = glosses.gloss_vectors(wordnet, keys)
    # Noon has its own gloss and day's above it: middle, time, light. Day has its own, idea's above it and noon's below.
    # Time and light stand together in two glosses, middle and idea alone in one each.
    middle, time, light, idea = np.array([[1, 0, 0, 0], [0, 2, 2, 0], [0, 2, 2, 0], [0, 0, 0, 1]])
    noon, day = middle + time + light, time + light + idea + middle
    assert cosine[0, 1] == pytest.approx(noon @ day / np.sqrt(noon @ noon * (day @ day)))
    assert cosine[0, 2] == 0


def test_mapping_by_word_sense_and_offset(tiny: Path, tmp_path: Path) -> None:
    offsets = write_wordnet(tiny)
    mapping = tmp_path / "mapping.csv"
    mapping.write_text(f"Petlife,cat\nBore,dog#2\nGrove,{offsets['tree']:08d}\nNobody,dog#9\n")
    options = {"wordnet": tiny, "mapping": mapping}
    assert value("path", "Petlife", "animal", **options) == pytest.approx(1 / 2)
    assert value("path", "Bore", "cat", **options) == pytest.approx(1 / 6)
    assert value("path", "Grove", "plant", **options) == pytest.approx(1 / 2)
    with pytest.raises(gs.MismatchError, match="'Nobody'"):
        value("path", "Nobody", "plant", **options)
    mapping.write_text("Grove,99999999\n")
    with pytest.raises(gs.FormatError, match="a synset at offset 99999999"):
        value("path", "Grove", "plant", **options)


def test_words_that_wordnet_lacks(tiny: Path) -> None:
    with pytest.raises(gs.MismatchError, match=r"path knows nothing about some labels: 1 missing \('Unicorn'\)"):
        gs.build_relatedness("path", ["dog", "cat", "Unicorn"], wordnet=tiny)
    filled = gs.build_relatedness("path", ["dog", "cat", "Unicorn"], wordnet=tiny, missing=0)
    assert filled.values[0, 2] == 0
    nothing = gs.build_relatedness("hso", ["Unicorn", "Phoenix"], wordnet=tiny, missing=0)
    assert nothing.values[0, 1] == 0


def test_where_wordnet_is_found(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setenv("NLTK_DATA", str(tmp_path / "data"))
    corpora = tmp_path / "data" / "corpora"
    corpora.mkdir(parents=True)
    with zipfile.ZipFile(corpora / "wordnet.zip", "w") as archive:
        for file in tiny.iterdir():
            archive.write(file, f"wordnet/{file.name}")
    assert find_wordnet().path == corpora / "wordnet.zip"
    assert value("path", "dog", "cat") == pytest.approx(1 / 3)
    monkeypatch.setenv(VARIABLE, str(tiny))
    assert find_wordnet().path == tiny
    with pytest.raises(gs.MissingResourceError, match=r"nowhere.*wordnet-base.*nltk\.download.*npm pack"):
        find_wordnet(tmp_path / "nowhere")


def test_no_wordnet_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from goldscale.relatedness.wordnet import location

    monkeypatch.setattr(location, "_usual", lambda: iter([tmp_path]))
    with pytest.raises(gs.MissingResourceError, match=r"^WordNet is missing\. Name its folder"):
        gs.build_relatedness("path", ["dog", "cat"])


def test_information_content_that_does_not_fit(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(text: str, error: type[Exception], message: str) -> None:
        (tmp_path / "ic.dat").write_text(text)
        with pytest.raises(error, match=message):
            value("res", "dog", "cat", wordnet=tiny, ic=tmp_path / "ic.dat")

    refused("wnver::x\n1740n 5 ROOT\n", gs.MismatchError, "not of this version of WordNet")
    refused("wnver::x\n1740n 5\n", gs.FormatError, "marked as ROOT")
    refused("wnver::x\nentity 5\n", gs.FormatError, "line 2: expected offset")
    with pytest.raises(gs.ParameterError, match="not from both"):
        value("res", "dog", "cat", wordnet=tiny, ic=tiny / "ic.dat", corpus=tiny / "ic.dat")
    from goldscale.relatedness.wordnet import content

    monkeypatch.setattr(content, "find_counts", lambda name: None)
    with pytest.raises(gs.MissingResourceError, match=r"nltk\.download\('wordnet_ic'\)"):
        value("res", "dog", "cat", wordnet=tiny)


def test_damaged_files(tiny: Path) -> None:
    data = tiny / "data.noun"
    good = data.read_text()
    data.write_text("  \n" + good)
    with pytest.raises(gs.FormatError, match="a synset at offset"):
        WordNet(find_wordnet(tiny)).synset(Key("n", write_offset(good)))
    (tiny / "index.noun").unlink()
    with pytest.raises(gs.FormatError, match=r"the file index\.noun beside data\.noun"):
        WordNet(find_wordnet(tiny)).senses("dog")


def write_offset(text: str) -> int:
    return text.index("\n") + 1
