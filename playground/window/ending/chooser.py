"""The slider of the ending with what belongs to it: the list of a long enum, the field for one's own value, the sentence below."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.repair.scenario import Ending, EndingKind
from playground.repair.stops import Stop, StopKind
from playground.window.appearance import Appearance
from playground.window.controls.fields import Choice, TextField
from playground.window.controls.label import Label
from playground.window.ending.rows import Row, find_row, make_rows
from playground.window.ending.stop_slider import StopSlider, StopWords
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.quoting import unescape_json
from playground.words.text import Text, Value, text

_ASIDES = {StopKind.ERROR: "ending.aside.error", StopKind.BEST: "ending.aside.best"}


class EndingChooser(QWidget):
    """Signals: `chosen` with an Ending, each time the person chooses a stop or edits their own value."""

    chosen = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wording = wording
        self._rows: tuple[Row, ...] = ()
        self._ending = Ending()
        self._own = False  # the person is at their own value, whatever it equals
        self._attempts = 1
        self._explanation: Text | None = None
        self.slider = StopSlider(appearance)
        self.slider.valueChanged.connect(self._choose_row)
        self.values = Choice(appearance)
        self.values.currentIndexChanged.connect(self._choose_value)
        self.own = TextField(appearance, mono=True)
        self.own.edited.connect(self._take_own)
        self._sentence = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        for part in (self.slider, self.values, self.own, self._sentence):
            layout.addWidget(part)
        wording.language_changed.connect(self.retranslate)

    @property
    def ending(self) -> Ending:
        """The ending shown."""
        return self._ending

    def show_ending(self, stops: Sequence[Stop], ending: Ending, max_attempts: int, explanation: Text | None = None) -> None:
        """Show what the schema offers and what is chosen. `explanation` says what to know of the chosen value, where the caller
        has looked; without it the stop's own words stand there."""
        if ending != self._ending:
            self._own = False
        self._rows = make_rows(stops)
        self._ending = ending
        self._attempts = max_attempts
        self._explanation = explanation
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew."""
        if not self._rows:
            return
        say = self._wording.say
        place = self._place()
        row = self._rows[place]
        self.slider.setAccessibleName(say("ending.slider"))
        self.slider.show_rows([self._words_of(each) for each in self._rows], place)
        self.values.setVisible(len(row.stops) > 1)
        if len(row.stops) > 1:
            items = [(stop.value or "", unescape_json(stop.value or "")) for stop in row.stops]
            self.values.blockSignals(True)
            self.values.show_items(items, self._ending.value or "")
            self.values.blockSignals(False)
            self.values.setAccessibleName(say("ending.values"))
        self.own.setVisible(row.kind is StopKind.OWN)
        if row.kind is StopKind.OWN:
            self.own.editor.setAccessibleName(say("ending.own"))
            self.own.show_text(self._ending.value or "")
        self._sentence.setText(self._word_sentence(row))

    def _place(self) -> int:
        if self._own and self._ending.kind is EndingKind.FALLBACK:
            return next(place for place, row in enumerate(self._rows) if row.kind is StopKind.OWN)
        return find_row(self._rows, self._ending)

    def _words_of(self, row: Row) -> StopWords:
        stop = row.stops[0]
        if row.kind in _ASIDES:
            return StopWords(row.kind, self._wording(stop.caption), self._wording.say(_ASIDES[row.kind]))
        if row.kind is StopKind.OWN:
            return StopWords(row.kind, self._wording(stop.caption))
        aside = self._wording.say("ending.aside.real" if stop.allowed else "ending.aside.safe")
        if len(row.stops) > 1:
            return StopWords(row.kind, self._wording.say("ending.any_value", count=len(row.stops)), aside, warns=True)
        return StopWords(row.kind, unescape_json(stop.value or ""), aside, mono=True, warns=bool(stop.allowed))

    def _word_sentence(self, row: Row) -> str:
        if self._ending.kind is not EndingKind.FALLBACK or self._ending.value is None:
            return self._wording(row.stops[0].explanation)
        what = text("ending.after", count=self._attempts, value=Value(self._ending.value))
        why = self._explanation or row.stops[0].explanation
        return f"{self._wording(what)} {self._wording(why)}"

    @Slot(int)
    def _choose_row(self, place: int) -> None:
        row = self._rows[place]
        self._own = row.kind is StopKind.OWN
        stop = row.stops[0]
        if self._own and stop.value is not None:
            from playground.verdict.json_layout import lay_out  # noqa: PLC0415 - not needed for the first paint

            stop_value = (lay_out(unescape_json(stop.value)) or stop.value).rstrip("\n")
            self._send(Ending(EndingKind.FALLBACK, stop_value))
        else:
            self._send(stop.ending)

    @Slot(int)
    def _choose_value(self, _index: int) -> None:
        self._send(Ending(EndingKind.FALLBACK, self.values.chosen()))

    @Slot(str)
    def _take_own(self, value: str) -> None:
        self._send(Ending(EndingKind.FALLBACK, value))

    def _send(self, ending: Ending) -> None:
        if ending == self._ending:
            return
        self._ending = ending
        self._explanation = None
        self.retranslate()
        self.chosen.emit(ending)
