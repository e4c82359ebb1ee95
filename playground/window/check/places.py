"""What is said of single places in a reply or a schema: pieces of JSON, changes, hints. Without Qt."""

from dataclasses import dataclass

from playground.runs.sightings import Sighting
from playground.verdict.explanation import Piece, PieceKind
from playground.verdict.schema_report import SchemaProblem
from playground.verdict.simple_extractors import SimpleTaking
from playground.verdict.spans import Span
from playground.verdict.violations import Risk, Status, SyntaxChange, Verdict
from playground.window.conversation.cards import Tone
from playground.window.conversation.shown import Shown
from playground.words.text import Text, text

_HEAD, _TAIL = 90, 40  # characters of a longer piece that are shown
_LONGEST_CHANGE = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a text (`span`; None where there is none), how it stands, what is there as far as it is short, and why."""

    title: Text
    span: Span | None
    message: Text
    excerpt: str = ""
    tone: Tone | None = None
    state: Text | None = None
    chosen: bool = False


def places_of_pieces(sighting: Sighting, reply: str) -> tuple[Place, ...]:
    """Every piece of the reply, in the order of its text."""
    return tuple(_of_piece(piece, reply) for piece in sighting.pieces)


def places_of_takings(sighting: Sighting, reply: str, verdict: Verdict) -> tuple[Place, ...]:
    """What each simple extractor takes, held against what was chosen."""
    return tuple(_of_taking(taking, reply, verdict) for taking in sighting.takings)


def places_of_changes(changes: tuple[SyntaxChange, ...], reply: str) -> tuple[Place, ...]:
    """What was changed before the reply was judged."""
    return tuple(_of_change(change, reply) for change in changes)


def places_of_hints(hints: tuple[SchemaProblem, ...]) -> tuple[Place, ...]:
    """What looks odd in a schema."""
    return tuple(
        Place(
            text("check.hint") if hint.line is None else text("check.in_line", line=hint.line),
            hint.span,
            hint.message,
        )
        for hint in hints
    )


def _of_piece(piece: Piece, reply: str) -> Place:
    chosen = piece.kind is PieceKind.CHOSEN
    judged = chosen or piece.kind is PieceKind.CANDIDATE
    status = (Status.VALID if piece.valid else Status.INVALID) if judged else Status.NO_JSON
    shows_state = judged or piece.kind is PieceKind.BROKEN
    return Place(
        text(f"check.piece.{piece.kind}"),
        piece.span,
        piece.reason,
        _excerpt(reply, piece.span),
        _tone(status) if shows_state else None,
        text(f"check.status.{status}") if shows_state else None,
        chosen,
    )


def _of_taking(taking: SimpleTaking, reply: str, verdict: Verdict) -> Place:
    if taking.span is None:
        tone, state = Tone.BAD, text("check.simple.missed")
    elif taking.status is Status.NO_JSON or verdict.span is None:
        tone, state = _tone(taking.status), text(f"check.status.{taking.status}")
    elif taking.span == verdict.span:
        tone, state = Tone.GOOD, text("check.simple.same")
    else:
        tone, state = Tone.WARN, text("check.simple.other")
    excerpt = "" if taking.span is None else _excerpt(reply, taking.span)
    return Place(text(f"check.simple.{taking.extractor}"), taking.span, taking.message, excerpt, tone, state)


def _of_change(change: SyntaxChange, reply: str) -> Place:
    written = [
        f"{sign} {_shorten(Shown(part, 0, len(part)).text, _LONGEST_CHANGE, 0)}"
        for sign, part in (("−", change.before), ("+", change.after))
        if part
    ]
    risky = change.risk is Risk.HIGH
    return Place(
        text("check.in_line", line=reply.count("\n", 0, change.span.start) + 1),
        change.span,
        change.message,
        "\n".join(written),
        Tone.WARN if risky else Tone.GOOD,
        text(f"check.risk.{change.risk}"),
    )


def _tone(status: Status) -> Tone:
    return Tone.GOOD if status is Status.VALID else Tone.BAD


def _excerpt(reply: str, span: Span) -> str:
    """The stretch on one line; of a long one its two ends."""
    if span.end - span.start > 4 * (_HEAD + _TAIL):
        head = Shown(reply, span.start, span.start + 2 * _HEAD).text
        tail = Shown(reply, span.end - 2 * _TAIL, span.end).text
        return _shorten(f"{head} {tail}", _HEAD, _TAIL)
    return _shorten(Shown(reply, span.start, span.end).text, _HEAD, _TAIL)


def _shorten(shown: str, head: int, tail: int) -> str:
    line = " ".join(shown.split())
    if len(line) <= head + tail + 3:
        return line
    return f"{line[:head]} … {line[len(line) - tail :]}".rstrip()
