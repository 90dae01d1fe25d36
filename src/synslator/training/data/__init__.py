"""Training data: corpora, vocabularies, and the batches made of them."""
