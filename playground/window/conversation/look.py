"""Fonts, metrics and inks of the message view, worked out once per appearance."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat

from playground.window.appearance import Appearance
from playground.window.conversation.cards import Card, CardRole, MarkKind, Tone
from playground.window.conversation.json_colours import JsonColour
from playground.window.theme import Radius, Space, Theme, TypeSize


class Look:
    """Everything that painting and laying out ask for. Sizes in device-independent pixels."""

    def __init__(self, appearance: Appearance) -> None:
        scaled = appearance.scaled
        self.theme: Theme = appearance.theme
        self.scale = appearance.scale
        self.body = appearance.font(TypeSize.BODY)
        self.mono = appearance.mono(TypeSize.BODY - 1)
        self.title = appearance.font(TypeSize.SMALL, QFont.Weight.DemiBold)
        self.closing_title = appearance.font(TypeSize.BODY, QFont.Weight.DemiBold)
        self.small = appearance.font(TypeSize.SMALL)
        self.badge = appearance.font(TypeSize.SMALL - 1)
        self.disc = appearance.font(TypeSize.SMALL - 1, QFont.Weight.Bold)
        self.padding = scaled(Space.L)
        self.padding_top = scaled(Space.M)
        self.gap = scaled(Space.M)
        self.margin = scaled(Space.XXL)
        self.top_margin = scaled(Space.XL)
        self.header_gap = scaled(6)
        self.item_gap = scaled(Space.S)
        self.radius = scaled(Radius.CARD)
        self.disc_size = max(scaled(18), round(QFontMetricsF(self.disc).height()) + 2)
        self.line_height = scaled(20)
        self.body_metrics = QFontMetricsF(self.body)
        self.mono_metrics = QFontMetricsF(self.mono)
        self.disc_metrics = QFontMetricsF(self.disc)
        self.button_size = max(scaled(26), 24)
        self.pill_height = max(scaled(20), round(QFontMetricsF(self.small).height()) + scaled(4))
        self.formats = {
            JsonColour.KEY: _ink(self.theme.key),
            JsonColour.STRING: _ink(self.theme.string),
            JsonColour.NUMBER: _ink(self.theme.number),
        }
        self.written_out = _ink(self.theme.warn, self.theme.warn_soft)
        self.found = _blend(self.theme.accent, self.theme.raised, 0.28)
        self.found_now = _ink(self.theme.accent_ink, self.theme.accent)
        self.selected = _ink(self.theme.accent_ink, self.theme.accent)

    def font_of(self, card: Card) -> QFont:
        """The font of a card's body."""
        return self.mono if card.monospaced else self.body

    def metrics_of(self, card: Card) -> QFontMetricsF:
        """The metrics of a card's body."""
        return self.mono_metrics if card.monospaced else self.body_metrics

    def disc_width(self, number: int) -> float:
        """A disc with more than one digit is a pill."""
        return max(float(self.disc_size), self.disc_metrics.horizontalAdvance(str(number)) + self.disc_size * 0.5)

    def disc_place(self, number: int, card: Card) -> QTextCharFormat:
        """Makes the character that keeps a disc's place as wide as the disc and the air around it."""
        wanted = self.disc_width(number) + self.disc_size * 0.45
        made = QTextCharFormat()
        made.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        made.setFontLetterSpacing(wanted - self.metrics_of(card).horizontalAdvance("\u00a0"))
        return made

    def ground_of(self, card: Card) -> QColor:
        """What a card stands on."""
        theme = self.theme
        if card.role is CardRole.CLOSING:
            return {Tone.GOOD: theme.good_soft, Tone.BAD: theme.bad_soft, Tone.WARN: theme.warn_soft}.get(
                card.tone, theme.accent_soft
            )
        if card.role in {CardRole.YOU, CardRole.SYSTEM}:
            return theme.accent_soft
        return theme.ground if card.role in {CardRole.NOTICE, CardRole.REASONING, CardRole.JUDGED} else theme.raised

    def ink_of(self, tone: Tone) -> QColor:
        """The ink of a tone, for words and signs."""
        theme = self.theme
        return {Tone.GOOD: theme.good, Tone.BAD: theme.bad, Tone.WARN: theme.warn}.get(tone, theme.muted)

    def soft_of(self, tone: Tone) -> QColor:
        """The ground of a tone's pill."""
        theme = self.theme
        return {Tone.GOOD: theme.good_soft, Tone.BAD: theme.bad_soft, Tone.WARN: theme.warn_soft}.get(tone, theme.hover)

    def inks_of(self, kind: MarkKind) -> tuple[QColor, QColor, QColor]:
        """Of a mark: its ink, the soft ground under the characters, and what is written on its disc."""
        theme = self.theme
        match kind:
            case MarkKind.ERROR:
                return theme.bad, theme.bad_soft, theme.raised
            case MarkKind.WARNING:
                return theme.warn, theme.warn_soft, theme.raised
            case MarkKind.NOTE:
                return theme.muted, QColor(Qt.GlobalColor.transparent), theme.raised


def _ink(ink: QColor, ground: QColor | None = None) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(ink)
    if ground is not None:
        made.setBackground(ground)
    return made


def _blend(one: QColor, other: QColor, part: float) -> QColor:
    return QColor.fromRgbF(
        one.redF() * part + other.redF() * (1 - part),
        one.greenF() * part + other.greenF() * (1 - part),
        one.blueF() * part + other.blueF() * (1 - part),
    )
