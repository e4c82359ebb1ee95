"""The three columns: what goes in, the conversation, what came of it."""

from PySide6.QtCore import QRect, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QSplitter, QSplitterHandle, QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.controls.painting import fill
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.tall import Tall
from playground.window.theme import Space
from playground.window.words_in_window import Wording

_SIDES = (392, 344)
_LEAST = ((240, 0.3), (320, 0.36), (200, 0.24))  # pixels at 100 %, and the part of a narrow window
_MOST_LEAST = 400  # pixels


class _Handle(QSplitterHandle):
    """A line between two columns, wider to the pointer than to the eye."""

    def __init__(self, appearance: Appearance, splitter: QSplitter) -> None:
        super().__init__(Qt.Orientation.Horizontal, splitter)
        self._appearance = appearance

    def paintEvent(self, event: QPaintEvent) -> None:
        """The line."""
        theme = self._appearance.theme
        painter = QPainter(self)
        left, right = (theme.surface, theme.ground) if self.splitter().indexOf(self) == 1 else (theme.ground, theme.surface)
        middle = self.width() // 2
        fill(painter, QRect(0, 0, middle, self.height()), left)
        fill(painter, QRect(middle, 0, self.width() - middle, self.height()), right)
        fill(painter, QRect(middle, 0, 1, self.height()), theme.line)
        painter.end()


class Columns(QSplitter):
    """The side columns can be folded away by dragging; the middle takes what room there is."""

    def __init__(
        self, appearance: Appearance, left: QWidget, middle: QWidget, right: QWidget, *, sides: tuple[int, int] = _SIDES
    ) -> None:
        """`sides` are the widths of the side columns at their widest, until a person drags them."""
        super().__init__(Qt.Orientation.Horizontal)
        self._appearance = appearance
        self._sides = sides
        self.setHandleWidth(5)
        for column in (left, middle, right):
            self.addWidget(column)
        self.setStretchFactor(0, 0)
        self.setStretchFactor(1, 1)
        self.setStretchFactor(2, 0)
        self.setCollapsible(1, False)
        self._moved = False  # the person has said how wide the columns are
        self.splitterMoved.connect(self._remember_move)
        self.themed()
        appearance.changed.connect(self.themed)

    @property
    def moved(self) -> bool:
        """True once the widths are the person's own."""
        return self._moved

    def keep_sizes(self) -> None:
        """The widths are the person's own from now on: restored, or dragged."""
        self._moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Until a person drags a column, the side columns give way in a narrow window."""
        self._set_least()
        super().resizeEvent(event)
        if not self._moved:
            width = self.width()
            left, right = min(self._sides[0], round(width * 0.32)), min(self._sides[1], round(width * 0.26))
            self.setSizes([left, width - left - right, right])

    @Slot()
    def _remember_move(self) -> None:
        self._moved = True

    def createHandle(self) -> QSplitterHandle:
        """A painted one."""
        return _Handle(self._appearance, self)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self._set_least()

    def _set_least(self) -> None:
        """Large text wants wide columns; in a narrow window each gives way before they lie on top of each other."""
        for at, (low, share) in enumerate(_LEAST):
            column = self.widget(at)
            if column is not None:
                column.setMinimumWidth(min(self._appearance.scaled(low), _MOST_LEAST, round(share * self.width())))


class Middle(QWidget):
    """What the conversation and the notices above it lie on."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        appearance.changed.connect(self.themed)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground."""
        painter = QPainter(self)
        fill(painter, self.rect(), self._appearance.theme.ground)
        painter.end()


class Surface(Middle):
    """What panes that are not scrolled together lie on."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """The surface."""
        painter = QPainter(self)
        fill(painter, self.rect(), self._appearance.theme.surface)
        painter.end()


class Waiting(QWidget):
    """The right column until it is built, a moment after the first paint: its ground and its words."""

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        words = Label(appearance, role="muted", wraps=True)
        words.setText(wording.say("outcome.empty"))
        layout.addWidget(words)
        layout.addStretch(1)


class Column(QScrollArea):
    """Panes one below the other, scrolled together."""

    def __init__(self, appearance: Appearance, panes: list[QWidget]) -> None:
        super().__init__()
        self._appearance = appearance
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        use_thin_bars(self, appearance)
        inside = Tall()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(Space.L, Space.L, Space.M, Space.L)
        layout.setSpacing(Space.L)
        for pane in panes:
            policy = pane.sizePolicy()
            pane.setSizePolicy(QSizePolicy.Policy.Ignored, policy.verticalPolicy())
            layout.addWidget(pane)
        layout.addStretch(1)
        self.setWidget(inside)
