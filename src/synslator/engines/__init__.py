"""Engines: ways to translate with a model package. One protocol, chosen by name."""
