"""Goldscale weighs vision systems against human judgement.

>>> import goldscale as gs
>>> gs.evaluate([[0.9, 0.8, 0.1]], [[1, 0, 1]], ["AP:item"]).summary()
{'run': {'AP:item': 0.8333333333333333}}
"""

import re
from importlib import import_module
from pkgutil import get_data
from typing import Any

from goldscale.version import __version__ as __version__

_DECLARED = re.compile(rb"^from goldscale\.(\w+) import ([a-zA-Z]\w*) as", re.MULTILINE)
_HOME = {name.decode(): home.decode() for home, name in _DECLARED.findall(get_data(__name__, "__init__.pyi") or b"")}
"""Where each public name lives; a name is imported when it is first used, so that the command line starts fast."""

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME.values():
        return import_module(f"goldscale.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'goldscale' has no attribute {name!r}")
    value = getattr(import_module(f"goldscale.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
