"""Speed beside the libraries that a user would pick instead: same process, same data, printed as ratios."""
