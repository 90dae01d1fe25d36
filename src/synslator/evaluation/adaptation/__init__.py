"""How quickly an engine learns from a stream of confirmed segments."""
