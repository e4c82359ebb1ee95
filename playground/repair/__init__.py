"""PURE: the bounded repair loop, its scenario and its record."""
