"""The endpoint: who answers, said in one card, with everything that can be set folded below it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout

from playground.repair.scenario import SampleRule
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.endpoint_desk import Keys, Servers
from playground.window.futures import Futures
from playground.window.pane import Pane
from playground.window.preferences import Preferences
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

if TYPE_CHECKING:
    from playground.window.endpoint_details import EndpointDetails


class EndpointPane(Pane):
    """Shows the endpoint in two lines and a pill; unfolded, edits it."""

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
        self._settings = Button(appearance, Kind.LINK)
        self._settings.setCheckable(True)
        super().__init__(appearance, wording, Heading(appearance, self._settings))
        self._editing = editing
        self._name = Label(appearance, weight=QFont.Weight.DemiBold, wraps=True)
        self.pill = Pill(appearance)
        self._summary = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        card = Card(appearance)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        inside.setSpacing(2)
        inside.addWidget(WrappingRow(self._name, self.pill))
        inside.addWidget(self._summary)
        self.body.addWidget(card)
        self._services = (keys, servers, futures, preferences)
        self._details: EndpointDetails | None = None
        self._known: tuple[str, str] | None = None  # an address, and the kind of its last failure, "" when it answered
        self._settings.toggled.connect(self._unfold)
        editing.changed.connect(self._show)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.heading.say(self.wording.say("window.endpoint"))
        self._settings.setText(self.wording.say("window.settings"))
        self._settings.setToolTip(self.wording.say("window.settings_tip"))
        self._show()

    @Slot()
    def unfold(self) -> None:
        """Show what can be set, and go there."""
        self._settings.setChecked(True)
        if self._details is not None:
            self._details.who.setFocus()

    @Slot(str, str)
    def learn(self, base_url: str, failure: str) -> None:
        """A run has asked this address; `failure` is the kind of what went wrong, "" where it answered."""
        self._known = (base_url, failure)
        self._show()

    @Slot()
    def _take_status(self) -> None:
        status = self._details.status if self._details is not None else None
        if status is not None and (status.answered or status.failed):
            self._known = (status.of, "" if status.answered else "failed")
        self._show()

    @Slot(bool)
    def _unfold(self, unfolded: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        if unfolded and self._details is None:
            from playground.window.endpoint_details import EndpointDetails  # noqa: PLC0415 - built when first wanted

            self._details = EndpointDetails(self.appearance, self.wording, self._editing, *self._services)
            # built when first wanted: most people run the lessons first
            self._details.status_changed.connect(self._take_status)
            self.body.addWidget(self._details)
        if self._details is not None:
            self._details.setVisible(unfolded)
            if unfolded:
                self._details.look_up_key()

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        say = self.wording.say
        endpoint = scenario.endpoint
        if scenario.samples.rule is SampleRule.ALWAYS:
            self._name.setText(say("window.recorded_samples"))
            self.pill.say(State.GOOD, say("window.ready_no_network"))
        else:
            from playground.endpoints.presets import preset  # noqa: PLC0415 - a lesson asks nobody, and opens before the first paint

            title = self.wording(preset(endpoint.preset).title)
            self._name.setText(f"{endpoint.model} · {title}" if endpoint.model else title)
            self.pill.say(*self._state())
        mode = say(f"window.mode.{endpoint.mode}")
        parts = [mode, say("window.seconds", number=round(endpoint.time_limit))]
        if scenario.samples.rule is SampleRule.ALWAYS:
            parts.append(say("window.no_key_needed"))
        elif scenario.samples.rule is SampleRule.WHEN_NO_ANSWER and scenario.samples.replies:
            parts.append(say("window.else_samples"))
        self._summary.setText(" · ".join(parts))

    def _state(self) -> tuple[State, str]:
        from playground.endpoints.addresses import AddressProblem, read_address  # noqa: PLC0415 - as above
        from playground.endpoints.presets import preset  # noqa: PLC0415 - as above

        say = self.wording.say
        endpoint = self._editing.scenario.endpoint
        address = read_address(endpoint.base_url)
        if isinstance(address, AddressProblem):
            return (State.WARN, say("window.no_address")) if address.missing else (State.BAD, say("window.address_wrong"))
        kind = preset(endpoint.preset)
        if kind.model_needed and not endpoint.model:
            return State.WARN, say("window.no_model")
        if self._known is not None and self._known[0] == endpoint.base_url:
            failure = self._known[1]
            if failure == "key_missing":
                return State.WARN, say("window.key_missing")
            return (State.BAD, say("window.no_answer")) if failure else (State.GOOD, say("window.answers"))
        if kind.key_needed and self._details is not None and self._details.key_missing:
            return State.WARN, say("window.key_missing")
        return State.PLAIN, say("window.not_tried")
