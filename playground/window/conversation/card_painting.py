"""Painting one card: frame, header, text with its marks, notes. Nothing here measures; that is done when laying out."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTextCharFormat, QTextLayout

from playground.window.conversation.card_box import CardBox
from playground.window.conversation.cards import CardRole, MarkKind
from playground.window.conversation.look import Look
from playground.window.conversation.row_layout import RowLayout
from playground.window.icons import icon_pixmap
from playground.window.theme import ThemeName

_WAVE = 4.0  # half a wave's length
_HEIGHT = 2.4  # of the curve's control points: half of it is drawn


class Emphasis(NamedTuple):
    """What is lifted out of a card just now. Ranges are of the body; `marks` are places in the card's list."""

    selected: bool = False
    focused: bool = False
    chosen_mark: int | None = None
    selection: tuple[int, int] | None = None
    hits: Sequence[tuple[int, int]] = ()
    hit_now: tuple[int, int] | None = None
    buttons: Sequence[tuple[str, QRectF, bool]] = ()  # icon, place in the column's coordinates, and whether the pointer is on it


def paint_card(painter: QPainter, box: CardBox, look: Look, emphasis: Emphasis, top: float, bottom: float) -> None:
    """Paint what lies between `top` and `bottom` (the card's own heights). The painter stands at the card's column and top."""
    _paint_frame(painter, box, look, emphasis, top, bottom)
    if box.body_top >= top:
        _paint_header(painter, box, look, emphasis)
    for index, layout in box.layouts.items():
        y = box.row_top(index)
        if y < bottom and y + layout.height > top:
            painter.save()
            painter.translate(box.text_left, y)
            _paint_row(painter, box, layout, look, emphasis, QRectF(-look.padding, top - y, box.width, bottom - top))
            painter.restore()
    painter.setPen(look.theme.accent)
    if box.unfold is not None and (rect := box.unfold_rect) is not None:
        box.unfold.draw(painter, rect.x(), rect.y())
    y = box.notes_top + (box.unfold.height + look.header_gap if box.unfold else 0)
    painter.setPen(look.theme.text if box.card.role is CardRole.CLOSING else look.theme.muted)
    for note in box.notes:
        note.draw(painter, box.text_left, y)
        y += note.height
    if emphasis.buttons:
        _paint_buttons(painter, look, emphasis.buttons)


def _paint_frame(painter: QPainter, box: CardBox, look: Look, emphasis: Emphasis, top: float, bottom: float) -> None:
    # A card may be a million pixels high: only the part in view is drawn, with its corners out of sight.
    rect = box.rect.adjusted(0.5, 0.5, -0.5, -0.5)
    beyond = 4.0 * look.radius
    rect.setTop(max(rect.top(), top - beyond))
    rect.setBottom(min(rect.bottom(), bottom + beyond))
    card, theme = box.card, look.theme
    pen = QPen(theme.line, 1.0)
    bare = card.role in {CardRole.YOU, CardRole.SYSTEM, CardRole.CLOSING} and theme.name is not ThemeName.CONTRAST
    if card.role is CardRole.FEEDBACK:
        pen = QPen(theme.border, 1.0)
        pen.setDashPattern([3.0, 3.0])
    elif bare:
        pen = QPen(Qt.PenStyle.NoPen)
    painter.setPen(pen)
    painter.setBrush(look.ground_of(card))
    painter.drawRoundedRect(rect, look.radius, look.radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if emphasis.selected:
        painter.setPen(QPen(theme.accent, 2.0))
        painter.drawRoundedRect(rect.adjusted(-2.5, -2.5, 2.5, 2.5), look.radius + 2, look.radius + 2)
    if emphasis.focused:
        pen = QPen(theme.text, 1.5)
        pen.setDashPattern([1.5, 2.0])
        painter.setPen(pen)
        out = 5.5 if emphasis.selected else 3.0
        painter.drawRoundedRect(rect.adjusted(-out, -out, out, out), look.radius + out, look.radius + out)


def _paint_header(painter: QPainter, box: CardBox, look: Look, emphasis: Emphasis) -> None:
    theme, header, card = look.theme, box.header, box.card
    x, y = box.text_left, float(look.padding_top)
    closing = card.role is CardRole.CLOSING
    painter.setPen(look.ink_of(card.tone) if closing else theme.text)
    header.title.draw(painter, x + header.title_at[0], y + header.title_at[1])
    painter.setFont(look.badge)
    for rect, word in header.badges:
        painter.setPen(QPen(theme.line, 1.0))
        painter.setBrush(theme.raised)
        placed = rect.translated(x, y).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(placed, placed.height() / 2, placed.height() / 2)
        painter.setPen(theme.muted)
        painter.drawText(placed, Qt.AlignmentFlag.AlignCenter, word)
    for rect, mark in header.discs:
        _paint_disc(painter, rect.translated(x, y), box, mark, look, chosen=mark == emphasis.chosen_mark)
    if header.pill is not None and card.pill is not None:
        rect = header.pill.translated(x, y)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.raised if closing else look.soft_of(card.pill.tone))
        painter.drawRoundedRect(rect, rect.height() * 0.4, rect.height() * 0.4)
        painter.setPen(look.ink_of(card.pill.tone))
        painter.setFont(look.small)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, box.words.pill)
    if header.aside is not None:
        painter.setPen(theme.text if closing else theme.muted)
        header.aside.draw(painter, x + header.aside_at[0], y + header.aside_at[1])


def _paint_buttons(painter: QPainter, look: Look, buttons: Sequence[tuple[str, QRectF, bool]]) -> None:
    theme = look.theme
    around = buttons[0][1].united(buttons[-1][1]).adjusted(-2.5, -2.5, 2.5, 2.5)
    painter.setPen(QPen(theme.border, 1.0))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(around, 8, 8)
    ratio = painter.device().devicePixelRatioF()
    for name, rect, lit in buttons:
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent_soft)
            painter.drawRoundedRect(rect, 6, 6)
        size = round(rect.height() * 0.62)
        at = QPointF(rect.center().x() - size / 2, rect.center().y() - size / 2)
        painter.drawPixmap(at, icon_pixmap(name, size, theme.text, ratio))


def _paint_row(painter: QPainter, box: CardBox, row: RowLayout, look: Look, emphasis: Emphasis, clip: QRectF) -> None:
    marks = box.card.marks
    painter.setPen(Qt.PenStyle.NoPen)
    for underline in row.underlines:
        painter.setBrush(look.inks_of(marks[underline.mark].kind)[1])
        painter.drawRoundedRect(underline.rect.adjusted(-1, 0, 1, 1), 4, 4)
    _paint_hits(painter, row, look, emphasis)
    formats: list[QTextLayout.FormatRange] = []
    if emphasis.hit_now is not None:
        _add_format(formats, row, *emphasis.hit_now, look.found_now)
    if emphasis.selection is not None:
        _add_format(formats, row, *emphasis.selection, look.selected)
    painter.setPen(look.theme.muted if box.card.role is CardRole.REASONING else look.theme.text)
    row.layout.draw(painter, QPointF(0, 0), formats, clip)
    for underline in row.underlines:
        kind = marks[underline.mark].kind
        rect = underline.rect
        if rect.bottom() < clip.top() or rect.top() > clip.bottom():
            continue
        _paint_underline(painter, rect.left(), rect.right(), underline.baseline + 4.5, kind, look.inks_of(kind)[0])
        if underline.mark == emphasis.chosen_mark:
            painter.setPen(QPen(look.theme.accent, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(-3, -1, 3, 3), 5, 5)
    for disc in row.discs:
        _paint_disc(painter, disc.rect, box, disc.mark, look, chosen=disc.mark == emphasis.chosen_mark)


def _paint_hits(painter: QPainter, row: RowLayout, look: Look, emphasis: Emphasis) -> None:
    # As rectangles and not as formats: Qt draws a line once more for each format on it.
    painter.setBrush(look.found)
    first = bisect_left(emphasis.hits, (row.start, 0))
    for start, end in emphasis.hits[max(0, first - 1) :]:  # one may reach over from the row before
        if start >= row.end:
            break
        for rect in row.rects_of(start, end):
            painter.drawRoundedRect(rect, 3, 3)


def _add_format(formats: list[QTextLayout.FormatRange], row: RowLayout, start: int, end: int, format: QTextCharFormat) -> None:
    first, length = row.range_of(start, end)
    if length:
        made = QTextLayout.FormatRange()
        made.start, made.length = first, length
        made.format = format
        formats.append(made)


def _paint_underline(painter: QPainter, left: float, right: float, y: float, kind: MarkKind, ink: QColor) -> None:
    pen = QPen(ink, 1.5)
    if kind is MarkKind.ERROR:
        path = QPainterPath(QPointF(left, y))
        x, up = left, True
        while x < right:
            path.quadTo(x + _WAVE / 2, y - _HEIGHT if up else y + _HEIGHT, x + _WAVE, y)
            x += _WAVE
            up = not up
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        return
    pen.setDashPattern([4.0, 2.5] if kind is MarkKind.WARNING else [1.0, 2.0])
    painter.setPen(pen)
    painter.drawLine(QPointF(left, y), QPointF(right, y))


def _paint_disc(painter: QPainter, rect: QRectF, box: CardBox, mark: int, look: Look, *, chosen: bool) -> None:
    shown = box.card.marks[mark]
    ink, _, on_disc = look.inks_of(shown.kind)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
    painter.setPen(on_disc)
    painter.setFont(look.disc)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(shown.number or ""))
    if chosen:
        painter.setPen(QPen(look.theme.accent, 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        out = rect.adjusted(-2.5, -2.5, 2.5, 2.5)
        painter.drawRoundedRect(out, out.height() / 2, out.height() / 2)
