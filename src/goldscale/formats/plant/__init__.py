"""The ImageCLEF plant task on disk: XML metadata, lists of the truth, run files and their checks."""
