"""Sphinx settings: everything that a build needs is in this folder and in the extra ``docs``."""

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

myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
