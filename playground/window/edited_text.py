"""Texts that a person edits while the document of the scenario is the truth: read, replaced and undone in one way."""

from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor, QTextDocument

from playground.window.text_positions import TextPositions


def read_text(document: QTextDocument) -> str:
    """The text as it stands; unlike `toPlainText` this keeps no-break spaces."""
    return document.toRawText().replace("\u2029", "\n").replace("\u2028", "\n")


def replace_text(document: QTextDocument, present: str, text: str) -> None:
    """Put `text` where `present` stands. Only what differs is replaced, so that cursor and scroll position stay where they are."""
    same, tail = find_difference(present, text)
    positions = TextPositions(present)
    cursor = QTextCursor(document)
    cursor.setPosition(positions.to_units(same))
    cursor.setPosition(positions.to_units(len(present) - tail), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[same : len(text) - tail])


def find_difference(before: str, after: str) -> tuple[int, int]:
    """How many characters two texts have in common at their start, and how many of the others at their end."""
    same = _common_start(before, after)
    return same, _common_start(before[same:][::-1], after[same:][::-1])


def undoes(event: QKeyEvent) -> bool:
    """True for undo and redo, which are the window's: they span all panes."""
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)


def _common_start(one: str, other: str) -> int:
    """How many characters both begin with, by halving: comparing slices is quick, also for a megabyte."""
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return shorter
    low, high = 0, shorter  # one[:low] is common, one[:high] is not
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low
