"""``python -m goldscale`` is the command line, also where its command is not on the path."""

import signal
import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it without a word, also while its modules are still being loaded."""
    try:
        from goldscale.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # as a shell reports it


if __name__ == "__main__":
    main()
