"""The message view: the conversation of a run as cards, with the violations marked in the replies' own text."""
