"""How far votes agree: arrays of votes in, figures out."""
