"""Keys and unsaved work as the window sees them, loaded when first needed: neither belongs to the first paint."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playground.repair.scenario import Scenario
from playground.store.writer import Writer
from playground.words.text import Text

if TYPE_CHECKING:
    from concurrent.futures import Future

    from playground.store.keys import FoundKey, KeyOrigin, KeyReport, KeyStore
    from playground.store.recovery import Leftover, Leftovers, Recovery


class LateKeys:
    """Fulfils `Keys`. Used from the GUI thread."""

    def __init__(self) -> None:
        self._made: KeyStore | None = None

    def find(self, origin: "KeyOrigin", variable: str | None = None) -> "Future[FoundKey]":
        """How it stands with the key of an endpoint."""
        return self._store().find(origin, variable)

    def save(self, origin: "KeyOrigin", key: str) -> "Future[KeyReport]":
        """Keep a key in the system's keyring."""
        return self._store().save(origin, key)

    def forget(self, origin: "KeyOrigin") -> "Future[KeyReport]":
        """Take a key away."""
        return self._store().forget(origin)

    def use_for_session(self, origin: "KeyOrigin", key: str) -> "KeyReport":
        """Keep a key until the program ends."""
        return self._store().use_for_session(origin, key)

    def describe_keyring(self) -> "Future[KeyReport]":
        """Name the keyring, before a key is typed."""
        return self._store().describe_keyring()

    def _store(self) -> "KeyStore":
        from playground.store.keys import KeyStore  # noqa: PLC0415 - see above

        if self._made is None:
            self._made = KeyStore()
        return self._made


class LateRecovery:
    """Fulfils `Keeper`, and finds what an earlier process did not save. Used from the GUI thread."""

    def __init__(self, folder: Path, writer: Writer, on_problem: Callable[[Text], None]) -> None:
        self._folder = folder
        self._writer = writer
        self._on_problem = on_problem
        self._made: Recovery | None = None

    def keep(self, document_id: str, scenario: Scenario, path: Path | None) -> None:
        """Remember this state."""
        self._recovery().keep(document_id, scenario, path)

    def drop(self, document_id: str) -> None:
        """Nothing is unsaved any more."""
        if self._made is not None:
            self._made.drop(document_id)

    def leftovers(self) -> "Future[Leftovers]":
        """What earlier processes did not save."""
        return self._recovery().leftovers()

    def adopt(self, leftover: "Leftover", document_id: str) -> "Future[None]":
        """The leftover is now open as this document."""
        return self._recovery().adopt(leftover, document_id)

    def close(self) -> None:
        """Give everything back; the writer must still be open."""
        if self._made is not None:
            self._made.close()

    def _recovery(self) -> "Recovery":
        from playground.store.recovery import Recovery  # noqa: PLC0415 - see above

        if self._made is None:
            self._made = Recovery(self._folder, self._writer, self._on_problem)
        return self._made
