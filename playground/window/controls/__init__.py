"""The painted controls that the panes are made of: they take an Appearance and follow it."""
