"""The version, declared once: packaging, signatures and the command line read it here."""

__version__ = "0.1.0"
