"""What every document format shares: units, tags, segments, character sets, XML."""
