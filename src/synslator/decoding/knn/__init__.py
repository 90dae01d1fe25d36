"""Mixing in what a memory's entries say: simplified kNN-MT with a learned gate."""
