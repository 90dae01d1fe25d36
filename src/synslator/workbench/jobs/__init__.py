"""Long work in the background: drafting, imports, analysis, checks."""
