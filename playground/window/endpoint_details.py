"""Everything that can be set about an endpoint: who answers, address, model, key, mode and limits."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QRegularExpression, Signal, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from playground.endpoints.addresses import AddressProblem, read_address
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.presets import preset, presets
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.scenario import SampleRule
from playground.store.keys import KeyState
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import Choice, LineField
from playground.window.controls.label import Label
from playground.window.controls.labelled import Labelled
from playground.window.controls.menu import Menu
from playground.window.editing import Editing
from playground.window.endpoint_desk import Keys, Servers
from playground.window.futures import Futures
from playground.window.key_box import KeyBox
from playground.window.preferences import Preferences
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Text

_SAMPLES = "samples"
_AS_WRITTEN, _WHOLE = "as_written", "whole"
_MODELS_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Status:
    """What is known of the server behind the address `of`."""

    of: str = ""
    answered: bool = False
    failed: bool = False


class EndpointDetails(QWidget):
    """Edits the scenario's endpoint and asks the server for its models. `status_changed` when it answered or did not."""

    status_changed = Signal()

    def __init__(
        self,
        appearance: Appearance,
        wording: Wording,
        editing: Editing,
        keys: Keys,
        servers: Servers,
        futures: Futures,
        preferences: Preferences,
    ) -> None:
        super().__init__()
        self._wording = wording
        self._editing = editing
        self._servers = servers
        self._futures = futures
        self.status = Status()
        self.who = Choice(appearance)
        self._who = Labelled(appearance, self.who)
        self.address = LineField(appearance)
        self._address = Labelled(appearance, self.address)
        self._address_hint = Label(appearance, size=TypeSize.SMALL, role="bad", wraps=True)
        self.model = LineField(appearance)
        self._model = Labelled(appearance, self.model)
        self.models = Menu(appearance, self)
        self.list_models = Button(appearance, Kind.OUTLINED, icon="list")
        self._models_status = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.samples = Choice(appearance)
        self._samples = Labelled(appearance, self.samples)
        self.key = KeyBox(appearance, wording, editing, keys, futures, preferences)
        self.mode = Choice(appearance)
        self._mode = Labelled(appearance, self.mode)
        self._mode_what = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.time_limit = LineField(appearance)
        self.time_limit.setValidator(QRegularExpressionValidator(QRegularExpression(r"[1-9]\d{0,3}"), self))
        self._time_limit = Labelled(appearance, self.time_limit)
        self.max_tokens = LineField(appearance)
        self.max_tokens.setValidator(QRegularExpressionValidator(QRegularExpression(r"([1-9]\d{0,6})?"), self))
        self._max_tokens = Labelled(appearance, self.max_tokens)
        self.temperature = LineField(appearance)
        self.temperature.setValidator(
            QRegularExpressionValidator(QRegularExpression(r"([01]([.,]\d{0,2})?|2([.,]0{0,2})?)?"), self)
        )
        self._temperature = Labelled(appearance, self.temperature)
        self.stream = Choice(appearance)
        self._stream = Labelled(appearance, self.stream)
        self._lay_out()
        self._connect()
        self.retranslate()

    @property
    def key_state(self) -> KeyState | None:
        """How it stands with the key, once that is known."""
        return self.key.report.state if self.key.report else None

    @property
    def key_missing(self) -> bool:
        """True once it is known that there is no key."""
        return self.key_state is KeyState.NONE

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        for labelled, words in (
            (self._who, "window.who_answers"),
            (self._address, "window.address"),
            (self._model, "window.model"),
            (self._samples, "window.samples_rule"),
            (self._mode, "window.mode"),
            (self._time_limit, "window.time_limit"),
            (self._max_tokens, "window.max_tokens"),
            (self._temperature, "window.temperature"),
            (self._stream, "window.stream"),
        ):
            labelled.say(say(words))
        self.address.setPlaceholderText("https://")
        self.list_models.name_it(say("window.models_list"))
        for field in (self.max_tokens, self.temperature):
            field.setPlaceholderText(say("window.not_sent"))
        self._show()

    def look_up_key(self) -> None:
        """Ask for the state of the key, unless recorded samples answer."""
        if self._editing.scenario.samples.rule is not SampleRule.ALWAYS:
            self.key.look_up()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        self._server = QWidget()
        server = QVBoxLayout(self._server)
        server.setContentsMargins(0, 0, 0, 0)
        server.setSpacing(Space.S)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        row.addWidget(self._model, 1)
        beside = QVBoxLayout()
        beside.addStretch(1)
        beside.addWidget(self.list_models)
        row.addLayout(beside)
        server.addWidget(self._address)
        server.addWidget(self._address_hint)
        server.addLayout(row)
        server.addWidget(self._models_status)
        server.addWidget(self.key)
        server.addWidget(self._samples)
        grid = QGridLayout()
        grid.setSpacing(Space.S)
        grid.addWidget(self._time_limit, 0, 0)
        grid.addWidget(self._max_tokens, 0, 1)
        grid.addWidget(self._temperature, 1, 0)
        grid.addWidget(self._stream, 1, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        for widget in (self._who, self._server, self._mode, self._mode_what):
            layout.addWidget(widget)
        layout.addLayout(grid)

    def _connect(self) -> None:
        self.who.currentIndexChanged.connect(self._choose_who)
        self.address.editingFinished.connect(self._edit_address)
        self.model.editingFinished.connect(self._edit_model)
        self.list_models.clicked.connect(self._ask_for_models)
        self.samples.currentIndexChanged.connect(self._choose_samples)
        self.mode.currentIndexChanged.connect(self._choose_mode)
        self.time_limit.editingFinished.connect(self._edit_time_limit)
        self.max_tokens.editingFinished.connect(self._edit_max_tokens)
        self.temperature.editingFinished.connect(self._edit_temperature)
        self.stream.currentIndexChanged.connect(self._choose_stream)
        self.key.state_changed.connect(self.status_changed)
        self._editing.changed.connect(self._show)
        self._wording.language_changed.connect(self.retranslate)

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        endpoint = scenario.endpoint
        say = self._wording.say
        recorded = scenario.samples.rule is SampleRule.ALWAYS
        who = [(known.id, self._wording(known.title)) for known in presets()]
        if scenario.samples.replies or recorded:
            who.insert(0, (_SAMPLES, say("window.recorded_samples")))
        self.who.show_items(who, _SAMPLES if recorded else preset(endpoint.preset).id)
        self._server.setVisible(not recorded)
        self.address.show_text(endpoint.base_url)
        address = read_address(endpoint.base_url)
        wrong = isinstance(address, AddressProblem)
        self._address_hint.setText(self._wording(address.message) if isinstance(address, AddressProblem) else "")
        self._address_hint.set_role("muted" if isinstance(address, AddressProblem) and address.missing else "bad")
        self._address_hint.setVisible(wrong)
        self.list_models.setEnabled(not wrong)
        self.model.show_text(endpoint.model)
        self._models_status.setVisible(bool(self._models_status.text()))
        self._samples.setVisible(bool(scenario.samples.replies))
        rules = (SampleRule.NEVER, SampleRule.WHEN_NO_ANSWER)
        self.samples.show_items([(rule.value, say(f"window.samples_rule.{rule}")) for rule in rules], scenario.samples.rule)
        modes = preset(endpoint.preset).modes
        offered = modes if endpoint.mode in modes else (*modes, endpoint.mode)
        self.mode.show_items([(mode.value, say(f"window.mode.{mode}")) for mode in offered], endpoint.mode)
        self._mode_what.setText(say(f"window.mode.{endpoint.mode}.what"))
        self.time_limit.show_text(f"{endpoint.time_limit:g}")
        self.max_tokens.show_text("" if endpoint.max_tokens is None else str(endpoint.max_tokens))
        self.temperature.show_text("" if endpoint.temperature is None else f"{endpoint.temperature:g}")
        ways = (_AS_WRITTEN, _WHOLE)
        self.stream.show_items([(way, say(f"window.stream.{way}")) for way in ways], _AS_WRITTEN if endpoint.stream else _WHOLE)
        if self.isVisible():
            self.look_up_key()

    def _change(self, label: str, endpoint: EndpointSettings) -> None:
        if endpoint != self._editing.scenario.endpoint:
            self._editing.change(label, endpoint=endpoint)

    @Slot()
    def _choose_who(self) -> None:
        chosen = self.who.chosen()
        scenario = self._editing.scenario
        if chosen == _SAMPLES:
            samples = replace(scenario.samples, rule=SampleRule.ALWAYS)
            self._editing.change("window.change.endpoint", samples=samples)
            return
        known = preset(chosen)
        mode = scenario.endpoint.mode if scenario.endpoint.mode in known.modes else Mode.PROMPT
        endpoint = replace(known.settings, mode=mode, temperature=scenario.endpoint.temperature)
        # The lab is a workshop's own server: without it the lessons go on with their samples.
        stands_in = chosen == "lab" and scenario.samples.replies
        samples = replace(scenario.samples, rule=SampleRule.WHEN_NO_ANSWER if stands_in else SampleRule.NEVER)
        self._say_models("")
        self._editing.change("window.change.endpoint", endpoint=endpoint, samples=samples)

    @Slot()
    def _edit_address(self) -> None:
        endpoint = self._editing.scenario.endpoint
        pasted = self.address.text().strip()
        if pasted == endpoint.base_url:
            return
        address = read_address(pasted)
        normal = pasted if isinstance(address, AddressProblem) or address.query else address.base
        self._say_models("")
        self._change("window.change.address", replace(endpoint, base_url=normal))
        self.address.show_text(normal)

    @Slot()
    def _edit_model(self) -> None:
        self._change("window.change.model", replace(self._editing.scenario.endpoint, model=self.model.text().strip()))

    @Slot()
    def _choose_samples(self) -> None:
        samples = replace(self._editing.scenario.samples, rule=SampleRule(self.samples.chosen()))
        self._editing.change("window.change.samples", samples=samples)

    @Slot()
    def _choose_mode(self) -> None:
        self._change("window.change.mode", replace(self._editing.scenario.endpoint, mode=Mode(self.mode.chosen())))

    @Slot()
    def _edit_time_limit(self) -> None:
        seconds = float(self.time_limit.text())
        self._change("window.change.time_limit", replace(self._editing.scenario.endpoint, time_limit=seconds))

    @Slot()
    def _edit_max_tokens(self) -> None:
        typed = self.max_tokens.text()
        self._change("window.change.max_tokens", replace(self._editing.scenario.endpoint, max_tokens=int(typed) if typed else None))

    @Slot()
    def _edit_temperature(self) -> None:
        typed = self.temperature.text().replace(",", ".")
        temperature = float(typed) if typed else None
        self._change("window.change.temperature", replace(self._editing.scenario.endpoint, temperature=temperature))

    @Slot()
    def _choose_stream(self) -> None:
        stream = self.stream.chosen() == _AS_WRITTEN
        self._change("window.change.stream", replace(self._editing.scenario.endpoint, stream=stream))

    @Slot()
    def _ask_for_models(self) -> None:
        endpoint = self._editing.scenario.endpoint
        self._say_models(self._wording.say("window.models_asking"))
        self._futures.then(
            self,
            self._servers.list_models(endpoint),
            lambda names: self._take_models(endpoint.base_url, names),
            lambda error: self._take_failure(endpoint.base_url, error),
        )

    def _take_models(self, of: str, names: tuple[str, ...]) -> None:
        if of != self._editing.scenario.endpoint.base_url:
            return
        self.status = Status(of, answered=True)
        self._say_models(self._wording.say("window.models_found", count=len(names)))
        self.models.clear()
        for name in names[:_MODELS_SHOWN]:
            action = self.models.addAction(name.replace("&", "&&"))
            action.setData(name)
            action.triggered.connect(self._choose_model)
        if names:
            self.models.popup(self.list_models.mapToGlobal(self.list_models.rect().bottomLeft()))
        self.status_changed.emit()

    def _take_failure(self, of: str, error: BaseException) -> None:
        if of != self._editing.scenario.endpoint.base_url:
            return
        if not isinstance(error, AskFailed):
            raise error
        self.status = Status(of, failed=True)
        self._say_models(self._words_of(error.failure.message, error.failure.hint))
        self.status_changed.emit()

    def _words_of(self, *texts: Text) -> str:
        return " ".join(self._wording(text) for text in texts)

    def _say_models(self, words: str) -> None:
        self._models_status.setText(words)
        self._models_status.setVisible(bool(words))

    @Slot()
    def _choose_model(self) -> None:
        action = self.sender()
        name = getattr(action, "data", str)()
        self._change("window.change.model", replace(self._editing.scenario.endpoint, model=name))
