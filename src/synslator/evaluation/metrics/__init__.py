"""Scores of translations, and how far they can be trusted."""
