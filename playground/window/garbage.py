"""Where Python looks for unused cycles of objects: in the GUI thread alone.

Left to itself Python looks in whichever thread happens to make the next object. When a cycle that it finds there holds widgets, Qt
takes them apart in a thread that must not touch them, and the process dies: seen once in ten starts while a thread loaded modules.
"""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_PAUSE = 500  # milliseconds between two looks


class GarbageCollection(QObject):
    """Takes Python's own collecting over from construction to `close`. Made and used in the GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        self._settled = False
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Collect what Python would have collected: the young objects often, the old ones seldom."""
        young, middle, _ = gc.get_threshold()
        made, looked_young, looked_middle = gc.get_count()
        if made > young:
            self._collect(2 if looked_middle > middle else 1 if looked_young > middle else 0)

    def _collect(self, generation: int) -> None:
        if generation == 2 and not self._settled:
            # What has lived until now is modules and panes: 65,000 objects, 50 ms to look through. They are not looked at again.
            self._settled = True
            gc.collect(1)
            gc.freeze()
            return
        gc.collect(generation)

    def close(self) -> None:
        """Leave it to Python again; called when no other thread is left."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()
