"""The editor of the schema's text."""
