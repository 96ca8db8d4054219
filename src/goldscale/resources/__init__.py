"""Data that we wrote ourselves: concept lists and the tables that the seeds print."""

from importlib import resources
from importlib.resources.abc import Traversable

from goldscale.errors import UnknownNameError


def resource(name: str) -> Traversable:
    """A file of this folder by name."""
    folder = resources.files(__name__)
    file = folder.joinpath(name)
    if not file.is_file():
        raise UnknownNameError("resource", name, sorted(f.name for f in folder.iterdir() if "." in f.name))
    return file
