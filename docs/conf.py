"""Sphinx settings: everything that a build needs is in this folder and in the extra ``docs``."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from goldscale.report.look import DARK, LIGHT, Palette
from goldscale.version import __version__

project = "Goldscale"
author = "The Goldscale maintainers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"Goldscale {release}"
html_show_sphinx = False
html_show_copyright = False


def theme_colours(palette: Palette) -> dict[str, str]:
    """The look of reports and figures, in the words of the theme."""
    return {
        "color-background-primary": palette.paper,
        "color-background-secondary": palette.card,
        "color-background-hover": palette.tint,
        "color-background-border": palette.line,
        "color-foreground-primary": palette.ink,
        "color-foreground-secondary": palette.soft,
        "color-foreground-muted": palette.soft,
        "color-brand-primary": palette.gold,
        "color-brand-content": palette.gold,
        "color-brand-visited": palette.gold,
        "color-inline-code-background": palette.tint,
        "font-stack": "system-ui, sans-serif",
    }


html_theme_options = {
    "light_css_variables": theme_colours(LIGHT),
    "dark_css_variables": theme_colours(DARK),
}

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"


def inline_formula(page: HTML5Translator, node: nodes.math) -> None:
    """A formula as MathML, which browsers show without a script."""
    page.body.append(convert(node.astext()))
    raise nodes.SkipNode


def displayed_formula(page: HTML5Translator, node: nodes.math_block) -> None:
    """A formula on lines of its own."""
    page.body.append(f'<div class="math">{convert(node.astext(), display="block")}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Formulas need no network and no script."""
    app.add_html_math_renderer("mathml", (inline_formula, None), (displayed_formula, None))
