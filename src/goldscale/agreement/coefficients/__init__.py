"""The coefficients of agreement: one family per file, each coefficient one declaration."""
