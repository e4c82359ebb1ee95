"""Server-sent events by the rules of WHATWG, over bytes."""

import codecs
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One event: its name ("message" where none was given) and its data lines, joined by newlines."""

    name: str
    data: str


class SseReader:
    """Fed with the bytes of a stream, gives the events complete so far.

    A line ends at CRLF, LF or CR and nowhere else; invalid UTF-8 becomes U+FFFD, as the rules want it.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._started = False
        self._after_cr = False
        self._line: list[str] = []  # pieces, joined once the line is whole: a line may come byte by byte
        self._name = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> list[SseEvent]:
        """The events that this piece completes."""
        return self._take(self._decoder.decode(piece))

    def end(self) -> list[SseEvent]:
        """The event that the stream's end completes: some gateways close without the last blank line."""
        events = self._take(self._decoder.decode(b"", final=True))
        if self._line:
            self._read_line("".join(self._line))
            self._line.clear()
        if event := self._dispatch():
            events.append(event)
        return events

    def _take(self, content: str) -> list[SseEvent]:
        if not content:
            return []
        if not self._started:
            self._started = True
            content = content.removeprefix("\ufeff")
        if self._after_cr:
            content = content.removeprefix("\n")
        self._after_cr = content.endswith("\r")
        *lines, rest = content.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        events = []
        for line in lines:
            self._line.append(line)
            whole = "".join(self._line)
            self._line.clear()
            if whole:
                self._read_line(whole)
            elif event := self._dispatch():
                events.append(event)
        if rest:
            self._line.append(rest)
        return events

    def _read_line(self, line: str) -> None:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value

    def _dispatch(self) -> SseEvent | None:
        event = SseEvent(self._name or "message", "\n".join(self._data)) if self._data else None
        self._name = ""
        self._data = []
        return event
