"""Commands for models: their packages, training, tuning."""
