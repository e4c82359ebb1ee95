"""The first lines of a card: who, from where, and the verdict. Laid out here, painted in card_painting."""

from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from playground.window.conversation.cards import SIGNS, Card, CardRole, Pill, Tone
from playground.window.conversation.look import Look
from playground.window.conversation.text_block import TextBlock
from playground.window.words_in_window import Wording
from playground.words.text import Text

_MOST_LOOSE_DISCS = 12  # violations without a place in the reply; the list beside shows them all


class Words(NamedTuple):
    """The words of a card in the window's language."""

    title: str
    badges: tuple[str, ...]
    pill: str
    aside: str
    notes: tuple[str, ...]

    @staticmethod
    def of(card: Card, wording: Wording) -> "Words":
        """Put the texts of a card into words."""
        return Words(
            wording(card.title),
            tuple(wording(Text(f"conversation.badge.{badge}")) for badge in card.badges),
            write_pill(card.pill, wording) if card.pill else "",
            wording(card.aside) if card.aside else "",
            tuple(wording(note) for note in card.notes),
        )


def write_pill(pill: Pill, wording: Wording) -> str:
    """The pill's sign and words."""
    return f"{SIGNS[pill.tone]} {wording(pill.text)}".strip()


@dataclass(slots=True)
class Header:
    """Where everything of a header stands, from the top left corner of the card's padding box."""

    title: TextBlock
    title_at: tuple[float, float]
    badges: list[tuple[QRectF, str]] = field(default_factory=list)
    discs: list[tuple[QRectF, int]] = field(default_factory=list)
    pill: QRectF | None = None
    aside: TextBlock | None = None
    aside_at: tuple[float, float] = (0.0, 0.0)
    width: float = 0.0  # what it needs on one line
    height: float = 0.0


def lay_out_header(card: Card, words: Words, loose: list[int], look: Look, width: float) -> Header:
    """Titles and badges flow from the left, the pill or the aside stands right, on a line of its own where there is no room."""
    small = QFontMetricsF(look.small)
    badge = QFontMetricsF(look.badge)
    line = float(look.pill_height)
    gap = float(look.item_gap)
    sign = SIGNS[card.tone]
    closing = card.role is CardRole.CLOSING
    title_text = f"{sign} {words.title}" if sign and (closing or card.tone is not Tone.PLAIN) else words.title
    title = TextBlock(title_text, _title_font(card, look), width)
    header = Header(title, (0.0, max(0.0, (line - title.height) / 2)))
    x, y = title.width, 0.0
    bottom = max(line, title.height)
    for word in words.badges:
        wide = min(badge.horizontalAdvance(word) + 2 * gap, width)
        if x > 0 and x + gap + wide > width:
            x, y = -gap, bottom + gap / 2
            bottom = y + line
        shown = badge.elidedText(word, Qt.TextElideMode.ElideRight, wide - 2 * gap + 1)
        header.badges.append((QRectF(x + gap, y + 1, wide, line - 2), shown))
        x += gap + wide
    for mark in loose[:_MOST_LOOSE_DISCS]:
        wide = look.disc_width(card.marks[mark].number or 0)
        if x > 0 and x + gap + wide > width:
            x, y = -gap, bottom + gap / 2
            bottom = y + line
        header.discs.append((QRectF(x + gap, y + (line - look.disc_size) / 2, wide, look.disc_size), mark))
        x += gap + wide
    right = width
    taken = x
    if words.pill:
        wide = min(small.horizontalAdvance(words.pill) + 2 * gap, width)
        if x + 2 * gap + wide > width:
            x, y, bottom = 0.0, bottom + gap / 2, bottom + gap / 2 + line
        header.pill = QRectF(max(0.0, width - wide), y, wide, line)
        right = max(0.0, width - wide)
        taken += 2 * gap + wide
    if words.aside:
        aside = TextBlock(words.aside, look.small, width)
        room = right - (gap if words.pill else 0.0)
        if x + 2 * gap + aside.width > room:
            y, bottom, room = bottom + gap / 2, bottom + gap / 2 + max(line, aside.height), width
        header.aside = aside
        header.aside_at = (max(0.0, room - aside.width), y + max(0.0, (line - aside.height) / 2))
        taken += 2 * gap + aside.width
    header.width = taken
    header.height = bottom
    return header


def _title_font(card: Card, look: Look) -> QFont:
    return look.closing_title if card.role is CardRole.CLOSING else look.title
