"""Documents in and out: read to units, written back in place, nothing lost on the way."""
