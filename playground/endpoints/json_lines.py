"""A stream of one JSON object a line (NDJSON), over bytes."""

import codecs


class JsonLines:
    """Fed with the bytes of a stream, gives the lines complete so far, without blank ones."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._line: list[str] = []  # pieces, joined once the line is whole: a line may come byte by byte

    def feed(self, piece: bytes) -> list[str]:
        """The lines that this piece completes."""
        return self._take(self._decoder.decode(piece))

    def end(self) -> list[str]:
        """The line that the stream's end completes."""
        return self._take(self._decoder.decode(b"", final=True) + "\n")

    def _take(self, content: str) -> list[str]:
        *whole, rest = content.split("\n")
        lines = []
        for end in whole:
            lines.append("".join((*self._line, end)).removeprefix("\ufeff").strip())
            self._line.clear()
        if rest:
            self._line.append(rest)
        return [line for line in lines if line]
