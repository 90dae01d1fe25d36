"""Translating much text with trained weights: what teachers make for their pupils."""
