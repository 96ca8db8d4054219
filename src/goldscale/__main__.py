"""``python -m goldscale`` is the command line, also where its command is not on the path."""

from goldscale.cli import main

if __name__ == "__main__":
    main()
