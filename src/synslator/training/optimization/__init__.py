"""One training run: losses, optimizers, schedule and the loop itself."""
