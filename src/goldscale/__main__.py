"""``python -m goldscale`` is the command line, also where its command is not on the path."""

import signal
import sys
from types import FrameType


def main() -> None:
    """Run the command line; Ctrl-C ends it without a word, also while its modules are still being loaded.

    So does SIGTERM: a process that it kills on the spot would leave its workers' semaphores to be complained of.
    """
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # whoever ignores it has a reason
        signal.signal(signal.SIGTERM, _leave)
    try:
        from goldscale.cli import main

        main()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)  # as a shell reports it


def _leave(number: int, frame: FrameType | None) -> None:
    """End as after Ctrl-C, with what was begun cleared away."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
