"""The key of an endpoint: how it stands, where it would go, and a field to type it in. The key itself stays in the field."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from playground.endpoints.addresses import Address, read_address
from playground.endpoints.presets import preset
from playground.store.keys import FoundKey, KeyOrigin, KeyReport, KeyState, key_origin
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card, Ground
from playground.window.controls.fields import LineField
from playground.window.controls.label import Label
from playground.window.controls.labelled import Labelled
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.endpoint_desk import Keys
from playground.window.futures import Futures
from playground.window.preferences import Preferences
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_UNSAVABLE = (KeyState.UNAVAILABLE, KeyState.TIMED_OUT)


class KeyBox(QWidget):
    """Says before anything is typed where a key will be kept and to which server it goes."""

    state_changed = Signal()

    def __init__(
        self, appearance: Appearance, wording: Wording, editing: Editing, keys: Keys, futures: Futures, preferences: Preferences
    ) -> None:
        super().__init__()
        self._wording = wording
        self._editing = editing
        self._keys = keys
        self._futures = futures
        self._preferences = preferences
        self._origin: KeyOrigin | None = None
        self._asked: KeyOrigin | None = None
        self._keyring: KeyReport | None = None
        self.report: KeyReport | None = None
        self.field = LineField(appearance, mono=True)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self._labelled = Labelled(appearance, self.field)
        self._status = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._where = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.save = Button(appearance, Kind.OUTLINED, icon="key-round")
        self.session = Button(appearance, Kind.OUTLINED)
        self.forget = Button(appearance, Kind.QUIET, icon="trash-2")
        self._plain = Card(appearance, Ground.WARN)
        self._plain_words = Label(appearance, size=TypeSize.SMALL, wraps=True)
        self.allow_plain = Button(appearance, Kind.OUTLINED, icon="triangle-alert")
        inside = QVBoxLayout(self._plain)
        inside.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        inside.addWidget(self._plain_words)
        inside.addWidget(self.allow_plain)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self._labelled)
        layout.addWidget(self._where)
        layout.addWidget(WrappingRow(self.save, self.session, self.forget, spacing=Space.XS))
        layout.addWidget(self._status)
        layout.addWidget(self._plain)
        self.field.textChanged.connect(self._follow_field)
        self.field.returnPressed.connect(self._save)
        self.save.clicked.connect(self._save)
        self.session.clicked.connect(self._use_for_session)
        self.forget.clicked.connect(self._forget)
        self.allow_plain.clicked.connect(self._allow_plain)
        wording.language_changed.connect(self.retranslate)
        preferences.changed.connect(self._show)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self._labelled.say(say("window.key"))
        self.save.setText(say("window.key_save"))
        self.session.setText(say("window.key_session"))
        self.session.setToolTip(say("window.key_session_tip"))
        self.forget.name_it(say("window.key_forget"))
        self.allow_plain.setText(say("window.plain_http_allow"))
        self._show()

    def look_up(self) -> None:
        """Ask the keyring how it stands with the key of the present endpoint, once for each address."""
        address = read_address(self._editing.scenario.endpoint.base_url)
        self._origin = key_origin(address.origin) if isinstance(address, Address) else None
        if self._origin is not None and self._origin != self._asked:
            self._asked = self._origin
            self.report = None
            self.field.clear()  # what was typed for one server is not saved for another
            origin = self._origin
            variable = self._preferences.settings.variable_for(str(origin))
            self._futures.then(self, self._keys.find(origin, variable), lambda found: self._take_found(origin, found))
            if self._keyring is None:
                self._futures.then(self, self._keys.describe_keyring(), self._take_keyring)
        self._show()

    def _take_found(self, origin: KeyOrigin, found: FoundKey) -> None:
        self._take_report(origin, found.report)

    def _take_report(self, origin: KeyOrigin, report: KeyReport) -> None:
        if origin == self._origin:
            self.report = report
            self._show()
            self.state_changed.emit()

    def _take_keyring(self, report: KeyReport) -> None:
        self._keyring = report
        self._show()

    @Slot()
    def _show(self) -> None:
        say = self._wording.say
        origin = self._origin
        self.setVisible(origin is not None)
        if origin is None:
            return
        keyring = self._keyring
        where = say("window.keyring_waiting") if keyring is None else self._wording(keyring.message)
        self._where.setText(f"{say('window.key_goes_to', origin=_short(origin))} {where}")
        self._status.setText(self._wording(self.report.message) if self.report else say("window.key_looking"))
        unsavable = keyring is not None and keyring.state in _UNSAVABLE
        said = unsavable and self.report is not None and self.report.state in _UNSAVABLE  # once is enough
        self._status.setVisible(not said)
        self.save.setVisible(keyring is None or keyring.state not in _UNSAVABLE)
        known = preset(self._editing.scenario.endpoint.preset)
        self.field.setPlaceholderText(say("window.key_public") if known.default_key else "")
        state = self.report.state if self.report else KeyState.NONE
        self.forget.setEnabled(state in (KeyState.SAVED, KeyState.SESSION_ONLY))
        self._plain.setVisible(self._needs_yes(origin))
        self._plain_words.setText(say("window.plain_http", origin=_short(origin)))
        self._follow_field()

    def _needs_yes(self, origin: KeyOrigin) -> bool:
        address = read_address(self._editing.scenario.endpoint.base_url)
        local = isinstance(address, Address) and address.loopback
        has_key = self.report is not None and self.report.state not in (KeyState.NONE, *_UNSAVABLE, KeyState.LOCKED)
        return origin.scheme == "http" and not local and has_key and str(origin) not in self._preferences.settings.plain_http_hosts

    @Slot()
    def _follow_field(self) -> None:
        typed = bool(self.field.text().strip())
        self.save.setEnabled(typed)
        self.session.setEnabled(typed)

    @Slot()
    def _save(self) -> None:
        origin, key = self._origin, self.field.text()
        if origin is None or not key.strip():
            return
        if not self.save.isVisibleTo(self):
            self._use_for_session()
            return
        self.field.clear()
        self._status.setText(self._wording.say("window.key_saving"))
        self._futures.then(self, self._keys.save(origin, key), lambda report: self._take_report(origin, report))

    @Slot()
    def _use_for_session(self) -> None:
        origin, key = self._origin, self.field.text()
        if origin is not None and key.strip():
            self.field.clear()
            self._take_report(origin, self._keys.use_for_session(origin, key))

    @Slot()
    def _forget(self) -> None:
        origin = self._origin
        if origin is not None:
            self._futures.then(self, self._keys.forget(origin), lambda report: self._take_report(origin, report))

    @Slot()
    def _allow_plain(self) -> None:
        if self._origin is not None:
            hosts = self._preferences.settings.plain_http_hosts
            self._preferences.change(plain_http_hosts=(*hosts, str(self._origin)))


def _short(origin: KeyOrigin) -> str:
    usual = {"http": 80, "https": 443}[origin.scheme]
    return str(origin).removesuffix(f":{usual}")
