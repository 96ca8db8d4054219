"""Tasks that have files, a score and outputs of their own, each whole in one room."""
