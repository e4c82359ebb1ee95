"""Things to type in and to choose from."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from playground.window.appearance import Appearance
from playground.window.controls.card import Card
from playground.window.controls.painting import begin, paint_box
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.edited_text import read_text, replace_text, undoes
from playground.window.icons import paint_icon
from playground.window.theme import Radius, Space, TypeSize

_HEIGHT = 32
_KEYS_OF_LISTS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape)


class LineField(QLineEdit):
    """One line to type in. `finished` comes once per edit: at Return or when the keyboard goes elsewhere."""

    def __init__(
        self,
        appearance: Appearance,
        *,
        mono: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._mono = mono
        self._given = ""
        self.setFrame(False)
        self.setTextMargins(Space.S, 0, Space.S, 0)
        self.themed()
        appearance.changed.connect(self.themed)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        make = self._appearance.mono if self._mono else self._appearance.font
        self.setFont(make(TypeSize.BODY))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        palette.setColor(QPalette.ColorRole.Text, self._appearance.theme.text)
        palette.setColor(QPalette.ColorRole.PlaceholderText, self._appearance.theme.muted)
        self.setPalette(palette)
        self.setFixedHeight(self._appearance.scaled(_HEIGHT))

    def show_text(self, text: str) -> None:
        """Put a text there unless it stands there already, so that the cursor stays where it is."""
        self._given = text
        if self.text() != text:
            self.setText(text)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was left half typed and means nothing gives way to what holds."""
        super().focusOutEvent(event)
        if not self.hasAcceptableInput():
            self.setText(self._given)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Box, then words."""
        theme = self._appearance.theme
        painter = begin(self)
        area = QRectF(self.rect())
        edge, width = (theme.accent, 2.0) if self.hasFocus() else (theme.border, 1.0)
        paint_box(painter, area, Radius.CONTROL, fill=theme.raised, border=edge, width=width)
        painter.end()
        super().paintEvent(event)


class Editor(QPlainTextEdit):
    """Tells when its lines have been broken anew. While `completing` says so, the keys of an open list are left to it."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.completing: Callable[[], bool] = bool

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _KEYS_OF_LISTS and self.completing():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: FBT001 - as Qt has it
        return not self.completing() and super().focusNextPrevChild(next)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class TextField(Card):
    """Several lines to type in; as high as its text, between `low` and `high` lines. `edited` gives the text as it stands."""

    edited = Signal(str)

    def __init__(
        self,
        appearance: Appearance,
        *,
        low: int = 2,
        high: int = 10,
        mono: bool = False,
        read_only: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """With `read_only` it is a text to read and to select from, and looks like one."""
        super().__init__(appearance, input_like=not read_only, parent=parent)
        self._low, self._high, self._mono = low, high, mono
        self._showing = False
        self.editor = Editor(self)
        self.editor.setFrameShape(QFrame.Shape.NoFrame)
        self.editor.setReadOnly(read_only)
        self.editor.setTabChangesFocus(True)
        self.editor.setUndoRedoEnabled(False)
        self.editor.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.editor.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.editor.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.editor.document().setDocumentMargin(Space.XS)
        use_thin_bars(self.editor, appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.S, Space.XS, Space.XS, Space.XS)
        layout.addWidget(self.editor)
        self.setFocusProxy(self.editor)
        self.editor.installEventFilter(self)
        self.editor.textChanged.connect(self._text_changed)
        self.editor.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.editor.resized.connect(self._fit)
        self.themed()

    def text(self) -> str:
        """The text as it stands; unlike `toPlainText` this keeps no-break spaces."""
        return read_text(self.editor.document())

    def show_text(self, text: str) -> None:
        """Put a text there. Only what differs is replaced, so that the cursor and the scroll position stay where they are."""
        present = self.text()
        if present == text:
            return
        self._showing = True
        replace_text(self.editor.document(), present, text)
        self._showing = False

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        make = self._appearance.mono if self._mono else self._appearance.font
        self.editor.setFont(make(TypeSize.BODY))
        palette = QPalette(self.editor.palette())
        palette.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        palette.setColor(QPalette.ColorRole.Text, self._appearance.theme.text)
        palette.setColor(QPalette.ColorRole.PlaceholderText, self._appearance.theme.muted)
        self.editor.setPalette(palette)
        self._fit()
        super().themed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The card wears the ring of the editor inside it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if undoes(event):
                event.ignore()  # one undo for the whole scenario: the window's
                return True
        elif event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.set_ringed(event.type() == QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    @Slot()
    def _text_changed(self) -> None:
        if not self._showing:
            self.edited.emit(self.text())

    @Slot()
    def _fit(self) -> None:
        lines = round(self.editor.document().documentLayout().documentSize().height())
        shown = min(max(lines, self._low), self._high)
        first = self.editor.document().firstBlock()
        line = self.editor.blockBoundingRect(first).height() / max(1, first.layout().lineCount())
        line = max(line, QFontMetrics(self.editor.font()).lineSpacing())  # letters of another font may stand higher
        height = round(shown * line) + 4 * Space.XS + 4
        if height != self.height():
            self.setFixedHeight(height)


class Choice(QComboBox):
    """One of several. The wheel scrolls the column, not the choice."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._short: str | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(16)
        self.themed()
        appearance.changed.connect(self.themed)

    def show_items(self, items: list[tuple[str, str]], chosen: str, *, short: str | None = None) -> None:
        """Offer items, each a value and its words, and show which is chosen; tells nobody.

        `short` stands in the box for the chosen one's words, which the list then says in full.
        """
        self._short = short
        blocked = self.blockSignals(True)
        if [(self.itemData(at), self.itemText(at)) for at in range(self.count())] != items:
            self.clear()
            for value, words in items:
                self.addItem(words, value)
        self.setCurrentIndex(self.findData(chosen))
        self.blockSignals(blocked)
        self.update()

    def chosen(self) -> str:
        """The value of the present choice, "" if there is none."""
        return self.currentData() or ""

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.setFont(self._appearance.font(TypeSize.BODY, QFont.Weight.Normal))
        self.setFixedHeight(self._appearance.scaled(_HEIGHT))
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to what scrolls around it."""
        event.ignore()

    def sizeHint(self) -> QSize:
        """Its longest item, within reason."""
        metrics = QFontMetrics(self.font())
        longest = max(
            (metrics.horizontalAdvance(self.itemText(at)) for at in range(self.count())),
            default=0,
        )
        return QSize(
            min(longest, self._appearance.scaled(240)) + 2 * Space.M + self._appearance.scaled(18),
            self.height(),
        )

    def minimumSizeHint(self) -> QSize:
        """Narrow columns shorten it with …"""
        return QSize(self._appearance.scaled(72), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Box, words, arrow."""
        theme = self._appearance.theme
        painter = begin(self)
        area = QRectF(self.rect())
        edge, width = (theme.accent, 2.0) if self.hasFocus() else (theme.border, 1.0)
        paint_box(
            painter,
            area,
            Radius.CONTROL,
            fill=theme.raised,
            border=edge if self.isEnabled() else theme.line,
            width=width,
        )
        ink = theme.text if self.isEnabled() else theme.faint
        arrow = self._appearance.scaled(14)
        room = area.width() - 2 * Space.M - arrow - Space.XS
        painter.setPen(ink)
        painter.setFont(self.font())
        words = QFontMetrics(self.font()).elidedText(
            self._short or self.currentText() or self.placeholderText(),
            Qt.TextElideMode.ElideRight,
            int(room),
        )
        painter.drawText(
            QRectF(Space.M, 0, room + 2, area.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            words,
        )
        corner = QPointF(area.width() - Space.M - arrow + 2, (area.height() - arrow) / 2)
        paint_icon(painter, "chevron-down", QRectF(corner.x(), corner.y(), arrow, arrow), ink)
        painter.end()
