"""The one place where files are opened and written: gzip, standard input, encoding, whole-or-not-at-all, locks."""

from goldscale.files.locks import alone_in
from goldscale.files.output import scratch_folder, write_text, writing
from goldscale.files.source import STDIN, UTF_16, Source, kind_of, stem_of

__all__ = ["STDIN", "UTF_16", "Source", "alone_in", "kind_of", "scratch_folder", "stem_of", "write_text", "writing"]
