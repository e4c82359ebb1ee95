"""Brings what other threads have found back into the GUI thread."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

if TYPE_CHECKING:
    from concurrent.futures import Future


class Futures(QObject):
    """Made in the GUI thread. Nobody ever waits for a future here; what it brings is handed on when it is there."""

    _arrived = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def then(
        self,
        owner: QObject,
        future: "Future[Any]",
        take: Callable[[Any], None],
        refused: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Call `take` with the result in the GUI thread, or `refused` with what was raised.

        A cancelled future calls neither, and neither is called once `owner` is gone: its window was closed meanwhile.
        """
        future.add_done_callback(lambda done: self._arrived.emit(done, (owner, take, refused)))

    @Slot(object, object)
    def _deliver(
        self, future: "Future[Any]", ways: tuple[QObject, Callable[[Any], None], Callable[[BaseException], None] | None]
    ) -> None:
        owner, take, refused = ways
        if future.cancelled() or not isValid(owner):
            return
        error = future.exception()
        if error is None:
            take(future.result())
        elif refused is not None:
            refused(error)
        else:
            raise error
