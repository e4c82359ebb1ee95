"""Choosing what happens when every attempt fails."""
