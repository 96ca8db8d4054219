from __future__ import annotations

import contextlib
import gzip
import socket
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldscale as gs
from goldscale.data.ontology import ExclusiveGroup, Ontology, Requirement
from goldscale.formats import read_ontology, write_ontology
from goldscale.formats.ontology.files import BUNDLED
from goldscale.resources import resource

PREFIXES = """\
@prefix : <http://example.org/photo#> .
@prefix gs: <urn:goldscale:vocabulary#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
TURTLE = """\
@prefix : <http://example.org/photo#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix gs: <urn:goldscale:vocabulary#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

<http://example.org/photo> a owl:Ontology ;
    dcterms:identifier "photo" ; dcterms:title "A few labels" ; gs:childNeedsParent true .
:Place a owl:Class ; rdfs:label "Place" ; owl:disjointUnionOf ( :In :Out ) .
:In a owl:Class ; rdfs:subClassOf :Place ; gs:concept "Indoor" ; gs:number 0 .
:Out a owl:Class ; rdfs:subClassOf :Place ; gs:concept "Outdoor" ; gs:number 1 .
:Boat a owl:Class ; gs:concept "Boat" ; gs:number 2 .
:House a owl:Class ; gs:concept "House" ; gs:number 3 .
:Houseboat a owl:Class ; rdfs:subClassOf :Boat, :House ; gs:concept "Houseboat" ; gs:number 4 .
:Person a owl:Class ; gs:concept "Person" ; gs:number 5 .
:Animal a owl:Class ; gs:concept "Animal" ; gs:number 6 .
:Portrait a owl:Class ; gs:concept "Portrait" ; gs:number 7 ;
    rdfs:subClassOf [ a owl:Restriction ; owl:onProperty gs:requires ;
        owl:someValuesFrom [ a owl:Class ; owl:unionOf ( :Animal :Person ) ] ] .
:Day a owl:Class ; gs:concept "Day" ; gs:number 8 .
:Night a owl:Class ; gs:concept "Night" ; gs:number 9 .
[] a owl:AllDisjointClasses ; rdfs:label "Time" ; owl:members ( :Day :Night ) .
"""
XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rdf:RDF [ <!ENTITY photo "http://example.org/photo#"> <!ENTITY owl "http://www.w3.org/2002/07/owl#"> ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"
    xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:gs="urn:goldscale:vocabulary#"
    xmlns:dcterms="http://purl.org/dc/terms/" xml:base="http://example.org/photo">
  <owl:Ontology rdf:about="">
    <dcterms:identifier>photo</dcterms:identifier>
    <dcterms:title>A few labels</dcterms:title>
    <gs:childNeedsParent rdf:datatype="http://www.w3.org/2001/XMLSchema#boolean">true</gs:childNeedsParent>
  </owl:Ontology>
  <owl:Class rdf:about="&photo;Place">
    <rdfs:label>Place</rdfs:label>
    <owl:disjointUnionOf rdf:parseType="Collection">
      <rdf:Description rdf:about="#Out"/><rdf:Description rdf:about="#In"/>
    </owl:disjointUnionOf>
  </owl:Class>
  <owl:Class rdf:about="#In"><rdfs:subClassOf rdf:resource="#Place"/>
    <gs:concept>Indoor</gs:concept><gs:number>0</gs:number></owl:Class>
  <owl:Class rdf:about="#Out"><rdfs:subClassOf rdf:resource="#Place"/>
    <gs:concept>Outdoor</gs:concept><gs:number>1</gs:number></owl:Class>
  <owl:Class rdf:about="#Boat"><gs:concept>Boat</gs:concept><gs:number>2</gs:number></owl:Class>
  <owl:Class rdf:about="#House"><gs:concept>House</gs:concept><gs:number>3</gs:number></owl:Class>
  <owl:Class rdf:about="#Houseboat">
    <rdfs:subClassOf rdf:resource="#House"/><rdfs:subClassOf rdf:resource="#Boat"/>
    <gs:concept>Houseboat</gs:concept><gs:number>4</gs:number></owl:Class>
  <owl:Class rdf:about="#Person"><gs:concept>Person</gs:concept><gs:number>5</gs:number></owl:Class>
  <owl:Class rdf:about="#Animal"><gs:concept>Animal</gs:concept><gs:number>6</gs:number></owl:Class>
  <owl:Class rdf:about="#Portrait"><gs:concept>Portrait</gs:concept><gs:number>7</gs:number>
    <rdfs:subClassOf><owl:Class><owl:unionOf rdf:parseType="Collection">
      <rdf:Description rdf:about="#Person"/><rdf:Description rdf:about="#Animal"/>
    </owl:unionOf></owl:Class></rdfs:subClassOf>
  </owl:Class>
  <owl:Class rdf:about="#Day"><gs:concept>Day</gs:concept><gs:number>8</gs:number></owl:Class>
  <owl:Class rdf:about="#Night"><gs:concept>Night</gs:concept><gs:number>9</gs:number></owl:Class>
  <owl:AllDisjointClasses><rdfs:label>Time</rdfs:label><owl:members rdf:parseType="Collection">
    <rdf:Description rdf:about="#Day"/><rdf:Description rdf:about="#Night"/>
  </owl:members></owl:AllDisjointClasses>
</rdf:RDF>
"""
CSV = """\
child,parent,label
In,Place,Indoor
Out,Place,Outdoor
Boat,,Boat
House,,House
Houseboat,Boat,Houseboat
Houseboat,House,
Person,,Person
Animal,,Animal
Portrait,,Portrait
Day,,Day
Night,,Night
"""
RULES = """\
name = "photo"
title = "A few labels"
child_needs_parent = true

[[exclusive]]
name = "Place"
labels = ["Indoor", "Outdoor"]
exactly_one = true

[[exclusive]]
name = "Time"
labels = ["Night", "Day"]

[[requires]]
label = "Portrait"
any_of = ["Person", "Animal"]
"""
PHOTO = Ontology(
    "photo",
    {
        "Place": (),
        "In": ("Place",),
        "Out": ("Place",),
        "Boat": (),
        "House": (),
        "Houseboat": ("Boat", "House"),
        "Person": (),
        "Animal": (),
        "Portrait": (),
        "Day": (),
        "Night": (),
    },
    {
        "Indoor": "In",
        "Outdoor": "Out",
        **{n: n for n in ("Boat", "House", "Houseboat", "Person", "Animal", "Portrait", "Day", "Night")},
    },
    [ExclusiveGroup("Place", ("Indoor", "Outdoor"), True), ExclusiveGroup("Time", ("Day", "Night"))],
    [
        Requirement("Houseboat", ("Boat",), "parent"),
        Requirement("Houseboat", ("House",), "parent"),
        Requirement("Portrait", ("Person", "Animal")),
    ],
    "A few labels",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a.ttl", TURTLE), ("b.owl", XML), ("c.csv", CSV), ("c.rules.toml", RULES)):
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def read(folder: Path, text: str, name: str = "x.ttl") -> Ontology:
    (folder / name).write_text(text, "utf-8")
    return read_ontology(folder / name)


def in_turtle(folder: Path, text: str) -> Ontology:
    return read(folder, PREFIXES + text)


# The forms


@pytest.mark.parametrize("name", ["a.ttl", "b.owl", "c.csv"])
def test_all_forms_give_the_same_ontology(folder: Path, name: str) -> None:
    assert read_ontology(folder / name) == PHOTO


def test_the_content_tells_the_form(folder: Path) -> None:
    for name in ("a.ttl", "b.owl", "c.csv"):
        (folder / "unnamed").write_bytes((folder / name).read_bytes())
        rules = folder / "c.rules.toml" if name == "c.csv" else None
        assert read_ontology(folder / "unnamed", rules) == PHOTO
    (folder / "d.ttl.gz").write_bytes(gzip.compress(TURTLE.encode("utf-8-sig")))
    assert read_ontology(folder / "d.ttl.gz") == PHOTO


def test_written_and_read_again(tmp_path: Path) -> None:
    write_ontology(PHOTO, tmp_path / "photo.ttl")
    assert read_ontology(tmp_path / "photo.ttl") == PHOTO
    for name in BUNDLED:
        write_ontology(read_ontology(name), tmp_path / "again.ttl")
        assert read_ontology(tmp_path / "again.ttl") == read_ontology(name)


names = st.text(st.sampled_from(string.ascii_letters + string.digits + " ._-#/:%\"'\\<>é語,;"), min_size=1, max_size=6)


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    nodes = draw(st.lists(names, min_size=2, max_size=8, unique=True))
    parents = {n: draw(st.lists(st.sampled_from(nodes[:i]), max_size=2)) if i else [] for i, n in enumerate(nodes)}
    labels = dict(zip(draw(st.lists(names, min_size=2, max_size=len(nodes), unique=True)), nodes, strict=False))
    if len(labels) < 2:
        labels = {n: n for n in nodes}
    known = list(labels)
    some = st.lists(st.sampled_from(known), min_size=2, max_size=4, unique=True)
    groups = [
        ExclusiveGroup(draw(names), tuple(draw(some)), draw(st.booleans())) for _ in range(draw(st.integers(0, 3)))
    ]
    wanted = [Requirement(first, tuple(rest)) for first, *rest in draw(st.lists(some, max_size=3))]
    plain = Ontology(draw(names), parents, labels, groups, wanted, draw(st.text('ab \n\t"\\é', max_size=4)))
    return plain.require_parents(draw(st.lists(st.sampled_from(known))))


@given(ontologies())
def test_any_ontology_survives_turtle(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology) -> None:
    path = tmp_path_factory.mktemp("round") / "o.ttl"
    write_ontology(ontology, path)
    assert read_ontology(path) == ontology


def test_written_turtle_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("1.ttl", "2.ttl"):
        write_ontology(PHOTO, tmp_path / name)
    assert (tmp_path / "1.ttl").read_bytes() == (tmp_path / "2.ttl").read_bytes()
    assert not list(tmp_path.glob(".*"))


# OWL


def test_pairs_that_all_exclude_each_other_are_one_group(tmp_path: Path) -> None:
    found = in_turtle(
        tmp_path,
        """
        :A a owl:Class ; owl:disjointWith :B, :C . :B a owl:Class ; owl:disjointWith :C . :C a owl:Class .
        :X a owl:Class ; owl:disjointWith :Y . :Y a owl:Class ; owl:disjointWith :Z . :Z a owl:Class .
        """,
    )
    assert [set(g.labels) for g in found.exclusive] == [{"A", "B", "C"}, {"X", "Y"}, {"Y", "Z"}]
    assert not any(g.exactly_one for g in found.exclusive)


def test_labels_come_from_rdfs_label_where_nothing_else_says_them(tmp_path: Path) -> None:
    found = in_turtle(
        tmp_path,
        """
        :c1 a owl:Class ; rdfs:label "Wasser"@de, "Water"@en . :c2 rdfs:subClassOf :c1 ; rdfs:label "Lake" .
        :c0 a owl:Class . :c3 a owl:Class ; rdfs:label "Thing" ; gs:abstract true .
        """,
    )
    assert dict(found.labels) == {"Lake": "c2", "Water": "c1"}
    assert set(found.nodes) == {"c0", "c1", "c2", "c3"}
    assert found.requirements == ()


def test_labels_are_names_where_nothing_says_them(tmp_path: Path) -> None:
    found = in_turtle(
        tmp_path,
        ":Lake rdfs:subClassOf :Water . :Water rdfs:subClassOf owl:Thing . :T a owl:Class ; gs:abstract true .",
    )
    assert dict(found.labels) == {"Lake": "Lake", "Water": "Water"}
    assert found.depth("Water") == 1


def test_the_same_end_in_two_namespaces(tmp_path: Path) -> None:
    found = in_turtle(tmp_path, ":A a owl:Class ; gs:concept 'x' . <http://other/A> a owl:Class ; gs:concept 'y' .")
    assert dict(found.labels) == {"x": "http://example.org/photo#A", "y": "http://other/A"}


def test_one_class_may_need_its_parent_or_not(tmp_path: Path) -> None:
    hierarchy = ":W a owl:Class . :L rdfs:subClassOf :W . :R rdfs:subClassOf :W . "
    one = in_turtle(tmp_path, hierarchy + ":L gs:needsParent true .")
    but_one = in_turtle(
        tmp_path, hierarchy + "<x> a owl:Ontology ; gs:childNeedsParent true . :L gs:needsParent false ."
    )
    assert [r.label for r in one.requirements] == ["L"]
    assert [r.label for r in but_one.requirements] == ["R"]


def test_what_a_requirement_may_look_like(tmp_path: Path) -> None:
    found = in_turtle(
        tmp_path,
        """
        :Persons a owl:Class ; gs:abstract true . :One rdfs:subClassOf :Persons . :Many rdfs:subClassOf :Persons .
        :Animal a owl:Class . :Frame a owl:Class .
        :Portrait rdfs:subClassOf [ owl:intersectionOf ( :Frame
            [ a owl:Restriction ; owl:onProperty :shows ; owl:someValuesFrom :Persons ] ) ] .
        :Picture rdfs:subClassOf [ owl:unionOf ( :Animal
            [ a owl:Restriction ; owl:onProperty :shows ; owl:someValuesFrom :One ] ) ] .
        :Odd rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :shows ; owl:maxCardinality 1 ] .
        """,
    )
    assert {r.label: set(r.any_of) for r in found.requirements} == {
        "Portrait": {"One", "Many"},
        "Picture": {"Animal", "One"},
    }
    assert found.parents["Portrait"] == ("Frame",)


def test_a_disjoint_union_that_is_a_label_itself(tmp_path: Path) -> None:
    found = in_turtle(
        tmp_path, ":Water owl:disjointUnionOf ( :Lake :Sea ) ; a owl:Class . :Lake a owl:Class . :Sea a owl:Class ."
    )
    assert [(g.labels, g.exactly_one) for g in found.exclusive] == [(("Lake", "Sea"), False)]
    assert found.requirements == (Requirement("Water", ("Lake", "Sea")),)


def test_exactly_one_of_labels_without_a_category(tmp_path: Path) -> None:
    found = in_turtle(
        tmp_path,
        ":A a owl:Class . :B a owl:Class . [] a owl:AllDisjointClasses ; gs:exactlyOne true ; owl:members ( :A :B ) .",
    )
    assert found.exclusive == (ExclusiveGroup("A, B", ("A", "B"), True),)


def test_rules_on_categories_are_left_out_with_a_warning(tmp_path: Path) -> None:
    text = """
        :A a owl:Class ; gs:concept "a" . :B a owl:Class ; gs:concept "b" . :C a owl:Class .
        [] a owl:AllDisjointClasses ; owl:members ( :A :B :C ) .
        """
    with pytest.warns(gs.GoldscaleWarning, match=r"without a label are left out \('C'\)"):
        found = in_turtle(tmp_path, text)
    assert found.exclusive == (ExclusiveGroup("a, b", ("a", "b")),)


def test_imports_are_not_followed(tmp_path: Path) -> None:
    with pytest.warns(gs.GoldscaleWarning, match="imports are not followed"):
        in_turtle(tmp_path, "<o> a owl:Ontology ; owl:imports <http://example.org/more> . :A a owl:Class .")


# Broken files


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (PREFIXES + ":A a owl:Class .\n:B a owl:Class\n:C a owl:Class .\n", 7, "Turtle"),
        (PREFIXES + ":A x:y :B .\n", 5, "Turtle .*x:"),
        (PREFIXES + ':A rdfs:label "open .\n', 5, "Turtle"),
        ("item,Sky,Sea\n1,2,3\n", 1, "Turtle"),
        (XML.replace("</owl:Ontology>", "</owl:Onto>"), 10, "RDF/XML"),
        ("<?xml version='1.0'?>\n<rdf:RDF>\n", 3, "RDF/XML"),
        ("<?xml version='1.0'?>\n<Ontology xmlns='http://www.w3.org/2002/07/owl#'/>", 1, "found 'OWL/XML'"),
        ("Prefix(:=<http://x#>)\nOntology(<http://x>)", 1, "functional"),
        ("Prefix: : <http://x#>\nOntology: <http://x>", 1, "Manchester"),
        ('{"@context": "http://example.org/"}', 1, "found 'JSON'"),
        ("", None, "an empty file"),
        (PREFIXES, None, "classes that carry labels"),
        (PREFIXES + ":A rdfs:subClassOf :B . :B rdfs:subClassOf :A .", None, "cycle: (A > B > A|B > A > B)"),
        (
            PREFIXES + ":A gs:concept 'x' ; a owl:Class . :B gs:concept 'x' ; a owl:Class .",
            None,
            "each label, found 'x'",
        ),
        (PREFIXES + ":A gs:number 'first' ; a owl:Class .", None, "field gs:number: expected a number"),
        (PREFIXES + ":A gs:needsParent 'perhaps' ; a owl:Class .", None, "gs:needsParent: expected true or false"),
        (PREFIXES + ":A a owl:Class . [] a owl:AllDisjointClasses .", None, "owl:members"),
        (PREFIXES + ":A rdfs:subClassOf [ owl:unionOf ( :A ) ] .", None, "at least one other label"),
    ],
)
@pytest.mark.filterwarnings("ignore::goldscale.errors.GoldscaleWarning")
def test_broken_owl(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    with pytest.raises(gs.FormatError, match=message) as caught:
        read(tmp_path, text)
    assert caught.value.line == line
    assert str(tmp_path / "x.ttl") in str(caught.value)


def test_broken_bytes(tmp_path: Path) -> None:
    (tmp_path / "x.ttl").write_bytes(PREFIXES.encode() + b':A rdfs:label "\xe9" .')
    with pytest.raises(gs.FormatError, match="line 5: expected UTF-8"):
        read_ontology(tmp_path / "x.ttl")


@pytest.mark.parametrize("text", [TURTLE, XML], ids=["turtle", "xml"])
@pytest.mark.filterwarnings("ignore::goldscale.errors.GoldscaleWarning")
def test_a_cut_file_is_a_format_error_or_a_smaller_ontology(tmp_path: Path, text: str) -> None:
    for length in range(0, len(text), 41):
        with contextlib.suppress(gs.FormatError):
            assert len(read(tmp_path, text[:length]).labels) <= len(PHOTO.labels)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a,b\nx,y\n", 1, "the header child,parent"),
        ("child,parent,note\nx,y,z\n", 1, "the header child,parent"),
        ("child,parent\nx\n", 2, r"field 2: expected 2 fields \(child, parent\), found 1 field"),
        ("child,parent\n\n,y\n", 3, "field child: expected a name"),
        ("child,parent\nx,x\n", 2, "another node"),
        ("child,parent\nx,y\nx,y\n", 3, "each child and parent once"),
        ("child,parent,label\nx,,a\ny,,a\n", 3, "field label: expected a label of one node only"),
        ("child,parent,label\nx,,a\nx,y,b\n", None, "'x' has more than one label"),
        ("child,parent\na,b\nb,a\n", None, "cycle"),
        ("child,parent,label\na,b,\n", None, "has no labels"),
    ],
)
def test_broken_csv(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    with pytest.raises(gs.FormatError, match=message) as caught:
        read(tmp_path, text, "x.csv")
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("name = \n", r"x\.rules\.toml, line 1: expected TOML"),
        ("exclusiv = []", "field exclusiv.*Did you mean 'exclusive'"),
        ("exclusive = 3", "expected a list"),
        ("exclusive = [3]", r"field exclusive\[0\]: expected a table"),
        (
            '[[exclusive]]\nlabels = ["Lake", "Se"]',
            r"exclusive\[0\]\.labels: expected a label.*'Se'.*Did you mean 'Sea'",
        ),
        ('[[exclusive]]\nlabels = ["Lake"]', "at least two"),
        ('[[exclusive]]\nlabels = ["Lake", 3]', "names as text"),
        ('[[exclusive]]\nname = "a"', "expected labels"),
        ('[[exclusive]]\nexactly_one = "yes"', "true or false"),
        ('[[requires]]\nany_of = ["Lake"]', r"requires\[0\]\.label"),
        ('[[requires]]\nlabel = "Lake"', r"requires\[0\]\.any_of: expected labels"),
        ('abstract = ["Moon"]', "field abstract"),
        ('child_needs_parent = ["Moon"]', "field child_needs_parent"),
    ],
)
def test_broken_rules(tmp_path: Path, rules: str, message: str) -> None:
    (tmp_path / "x.rules.toml").write_text(rules, "utf-8")
    with pytest.raises(gs.FormatError, match=message):
        read(tmp_path, "child,parent\nWater,\nLake,Water\nSea,Water\n", "x.csv")


# The plain form


def test_two_columns(tmp_path: Path) -> None:
    found = read(tmp_path, "Child;Parent\nPlants;Nature\nTrees;Plants\nSky;Nature\n", "x.csv")
    assert list(found.labels) == ["Plants", "Trees", "Sky"]  # Nature is no child: a category
    assert found.name == "x"
    assert found.requirements == ()


def test_some_rules(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('abstract = ["Plants"]\nchild_needs_parent = ["Oak"]\n', "utf-8")
    (tmp_path / "x.csv").write_text("child,parent\nPlants,\nTrees,Plants\nOak,Trees\nFir,Trees\n", "utf-8")
    found = read_ontology(tmp_path / "x.csv", rules)
    assert list(found.labels) == ["Trees", "Oak", "Fir"]
    assert found.requirements == (Requirement("Oak", ("Trees",), "parent"),)
    with pytest.raises(gs.MissingResourceError, match=r"none\.toml"):
        read_ontology(tmp_path / "x.csv", tmp_path / "none.toml")


def test_owl_has_its_own_rules(folder: Path) -> None:
    with pytest.raises(gs.ParameterError, match="leave the rules file out"):
        read_ontology(folder / "a.ttl", folder / "c.rules.toml")


# Names


def test_unknown_names() -> None:
    with pytest.raises(gs.UnknownNameError, match="did you mean 'pto-2009'"):
        read_ontology("pto2009")
    with pytest.raises(gs.UnknownNameError, match="known: pto-2009, pto-2010, pto-2011"):
        read_ontology("wordnet")
    for path in ("nowhere.ttl", "folder/nowhere"):
        with pytest.raises(gs.MissingResourceError, match="nowhere"):
            read_ontology(path)


def test_bundled_ones_are_read_once() -> None:
    assert read_ontology("pto-2009") is gs.read_ontology("pto-2009")


def test_nothing_reaches_the_network(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **more: object) -> None:
        raise AssertionError("somebody opened a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    outside = XML.replace("<!ENTITY photo", '<!ENTITY far SYSTEM "http://example.org/far.xml"> <!ENTITY photo')
    (folder / "e.owl").write_text(outside.replace("A few labels", "A few labels&far;"), "utf-8")
    with pytest.raises(gs.FormatError, match="found another file"):
        read_ontology(folder / "e.owl")
    assert read_ontology(folder / "a.ttl") == PHOTO
    for name in BUNDLED:
        read_ontology(resource_path(name))


def resource_path(name: str) -> Path:
    return Path(str(resource(f"{name}.ttl")))
