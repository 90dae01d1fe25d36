"""The networks that are trained, in PyTorch."""
