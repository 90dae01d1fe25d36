"""Evaluation: how good the drafts and the predictions are, and what they save a translator."""
