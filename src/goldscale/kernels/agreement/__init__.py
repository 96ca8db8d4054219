"""How far votes agree: arrays of votes in, coefficients out."""
