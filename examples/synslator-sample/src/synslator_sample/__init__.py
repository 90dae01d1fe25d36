"""A sample plug-in of Synslator. What is declared here must import little: every command may read it."""

from synslator.formats.documents.formats import Format

FORMATS = (Format("strings", "Apple strings", ("strings",), "synslator_sample.strings:read"),)
