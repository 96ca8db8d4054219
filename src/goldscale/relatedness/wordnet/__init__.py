"""Relatedness from WordNet's own database files."""
