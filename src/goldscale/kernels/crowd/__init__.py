"""Models of a crowd: who answers how, and what is true; each fitted by EM on arrays."""
