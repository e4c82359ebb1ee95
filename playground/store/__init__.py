"""What is kept: keys, settings, history, scenario files."""
