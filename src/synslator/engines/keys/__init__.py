"""The keys of memory entries: computed, kept in memory and on disk, packed and counted."""
