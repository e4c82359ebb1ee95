"""The headings of a table's columns."""

from PySide6.QtCore import QRect, QRectF, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QHeaderView

from playground.window.appearance import Appearance
from playground.window.controls.painting import fill
from playground.window.icons import paint_icon
from playground.window.theme import Space, TypeSize

_ARROW = 12


class TableHeader(QHeaderView):
    """Small muted words over a line, and an arrow where the rows are sorted."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._appearance = appearance
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        appearance.changed.connect(self.themed)
        self.themed()

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.setFont(self._appearance.font(TypeSize.SMALL, QFont.Weight.Medium))
        self.setFixedHeight(self._appearance.scaled(28))
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 - as Qt calls it
        """Ground, words, arrow, line."""
        theme = self._appearance.theme
        painter.save()
        fill(painter, rect, theme.raised)
        fill(painter, QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line)
        role = Qt.ItemDataRole
        words = str(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, role.DisplayRole))
        side = Qt.AlignmentFlag(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, role.TextAlignmentRole))
        size = self._appearance.scaled(_ARROW)
        sorted_by = self.sortIndicatorSection() == logicalIndex
        room = rect.adjusted(Space.XS, 0, -Space.XS - (size + 2 if sorted_by else 0), -1)
        shown = QFontMetrics(self.font()).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.setFont(self.font())
        painter.setPen(theme.text if sorted_by else theme.muted)
        painter.drawText(room, int(side), shown)
        if sorted_by:
            up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            at = QRectF(room.right() + 3, rect.center().y() - size / 2, size, size)
            paint_icon(painter, "chevron-up" if up else "chevron-down", at, theme.text)
        painter.restore()
