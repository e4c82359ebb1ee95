"""An event loop whose name look-ups run on daemon threads: one that hangs in the system's resolver holds up nothing."""

import asyncio
import socket
import sys
import threading
from typing import Any

if sys.platform == "win32":
    _SystemLoop = asyncio.ProactorEventLoop
else:
    _SystemLoop = asyncio.SelectorEventLoop


class NamingLoop(_SystemLoop):
    """The system's kind of event loop; only `getaddrinfo` differs: the default one blocks the loop's end until it returns."""

    async def getaddrinfo(self, host: Any, port: Any, *, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        """As socket.getaddrinfo."""
        found: asyncio.Future[Any] = self.create_future()

        def settle(result: Any, error: OSError | UnicodeError | None) -> None:
            if found.done():
                return
            if error is None:
                found.set_result(result)
            else:
                found.set_exception(error)

        def look_up() -> None:
            result, problem = None, None
            try:
                result = socket.getaddrinfo(host, port, family, type, proto, flags)
            except (OSError, UnicodeError) as error:
                problem = error
            try:
                self.call_soon_threadsafe(settle, result, problem)
            except RuntimeError:  # the loop was closed while the resolver was still busy
                return

        threading.Thread(target=look_up, name=f"name look-up {host!r}", daemon=True).start()
        return await found
