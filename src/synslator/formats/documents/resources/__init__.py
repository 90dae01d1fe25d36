"""String resources and bilingual files: PO, XLIFF, JSON, YAML, CSV, Android, properties."""
