"""Arithmetic on plain arrays: arrays in, per-unit arrays out. Nothing here knows names, files or runs."""
