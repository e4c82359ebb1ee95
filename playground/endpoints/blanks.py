"""Notices that a model streams nothing but white space any more, as some do in JSON mode until their limit is used up."""

ENDLESS = 1_000  # characters in a row; not even JSON that is deeply indented has as many


class BlankWatch:
    """Counts the white space at the end of what has come."""

    def __init__(self) -> None:
        self._trailing = 0

    def take(self, added: str) -> None:
        """More has come, whatever part of the answer it belongs to."""
        blank = len(added) - len(added.rstrip())
        self._trailing = self._trailing + blank if blank == len(added) else blank

    @property
    def endless(self) -> bool:
        """True once it is no use to wait for anything else."""
        return self._trailing >= ENDLESS
