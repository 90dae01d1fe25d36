"""The job queue and the notices between servers."""
