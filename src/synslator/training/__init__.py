"""Training: from sentence pairs to a model package. The only part that imports torch; an optional install."""
