"""Drives a loop against an endpoint and streams frozen events."""
