"""Projects: settings, packages, statistics and the demo project."""
