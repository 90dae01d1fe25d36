"""Segmentation rules in SRX files."""
