"""Formulas: every declared one has a plain form that a terminal can show."""

from __future__ import annotations

import pytest

from goldscale.agreement.coefficients.registry import list_coefficients
from goldscale.data.formula import plain_formula, plain_text
from goldscale.measures import list_measures

DECLARED = {", ".join(d.keys): d for d in list_measures()} | {c.name: c for c in list_coefficients()}


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{TP}{TP + FP}", "TP / (TP + FP)"),
        (r"\frac{a + b}{c}", "(a + b) / c"),
        (r"\frac{|Y \cap Z|}{|Y \cup Z|}", "|Y ∩ Z| / |Y ∪ Z|"),
        (r"\frac{2\,\mathrm{hP}\,\mathrm{hR}}{\mathrm{hP} + \mathrm{hR}}", "2 hP hR / (hP + hR)"),
        (r"\frac{1}{R\,(N - R)} \sum_{c \notin Y} s_c", "1 / (R (N - R)) · sum over c ∉ Y of s_c"),
        (r"\sum_{i=1}^{k} \frac{g^*_i}{\log_2(i + 1)}", "sum over i = 1..k of g*_i / log₂(i + 1)"),
        (r"\left(1 - \frac{\beta\,|Y \setminus Z|}{N}\right)^\alpha", "(1 - β |Y ∖ Z| / N)^α"),
        (r"\begin{cases} 1 & \text{if } Z = Y \\ 0 & \text{otherwise} \end{cases}", "1 if Z = Y, 0 otherwise"),
        (r"\sqrt{\sum_{c \in Y} b^{\mathrm{depth}(c)}}", "√(sum over c ∈ Y of b^depth(c))"),
        (r"\max_{k : r(k) \ge \lceil \rho R \rceil} P(k)", "max over k : r(k) ≥ ⌈ρ R⌉ of P(k)"),
        (r"|\{c \in Y : a(c) = \emptyset\}|", "|{c ∈ Y : a(c) = ∅}|"),
        (r"s_{c'} + \pi_{iv} + x_{i + 1}", "s_c' + π_iv + x_(i + 1)"),
        ("TP / (TP + FP)", "TP / (TP + FP)"),
    ],
)
def test_plain_form(latex: str, plain: str) -> None:
    assert plain_formula(latex) == plain


def test_formulas_inside_prose() -> None:
    assert plain_text(r"$\sigma_i^2$ is the variance, $1/2$ of it") == "σ_i² is the variance, 1/2 of it"


@pytest.mark.parametrize("name", DECLARED)
def test_every_declared_formula_has_a_plain_form(name: str) -> None:
    definition = DECLARED[name]
    for text in (plain_formula(definition.equation), plain_text(definition.where)):
        assert not set(text) & {"\\", "$", "&"}
        assert "{" not in text.replace("|{", "")
        assert "  " not in text
        assert text.count("(") == text.count(")")
        assert text.count("|") % 2 == 0


@pytest.mark.parametrize("broken", [r"\frac{1}", r"\text{if", "x_", r"\sqrt"])
def test_an_unfinished_formula_ends(broken: str) -> None:
    assert "\\" not in plain_formula(broken)
