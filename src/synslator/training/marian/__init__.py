"""Import of MarianMT checkpoints (OPUS-MT and others) in the layout of Hugging Face."""
