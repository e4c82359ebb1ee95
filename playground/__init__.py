"""Repair Loop Playground: watch a language model's bad answer being repaired."""

__version__ = "0.1.0"
