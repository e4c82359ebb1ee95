"""What was seen in a reply, piece by piece, for those who want to know why this JSON was chosen and not another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from playground.verdict.extraction import Extraction
from playground.verdict.judge import JudgeOptions, judge_explained
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Span, Status, Verdict
from playground.words.text import Text
from playground.words.text import text as words

_MOST_BROKEN = 1000  # pieces that are shown


class PieceKind(StrEnum):
    """What a piece of a reply is."""

    CHOSEN = "chosen"
    CANDIDATE = "candidate"
    FOOTNOTE = "footnote"
    BROKEN = "broken"
    REASONING = "reasoning"
    LEFTOVER = "leftover"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the reply. `reason` says why it counts, or why not; `valid` is whether it satisfies the schema."""

    kind: PieceKind
    span: Span
    reason: Text
    valid: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """A verdict, and the pieces that it was made from, in the order of the text. No piece for a blocked reply or a broken schema."""

    verdict: Verdict
    pieces: tuple[Piece, ...]


def explain(reply: str, schema: CheckedSchema, options: JudgeOptions | None = None) -> Explanation:
    """The verdict of `judge`, with what was found in the reply and left aside. Never raises, whatever the reply holds."""
    verdict, extraction = judge_explained(reply, schema, options or JudgeOptions())
    pieces: Iterable[Piece] = () if extraction is None else _pieces(verdict, extraction)
    return Explanation(verdict, tuple(sorted(pieces, key=lambda piece: (piece.span.start, piece.span.end))))


def _pieces(verdict: Verdict, extraction: Extraction) -> Iterator[Piece]:
    for candidate, found in zip(verdict.candidates, extraction.candidates, strict=True):
        kind = PieceKind.FOOTNOTE if found.weak else PieceKind.CANDIDATE
        reason = candidate.reason or words("verdict.candidate.not_valid")
        yield Piece(PieceKind.CHOSEN if candidate.chosen else kind, candidate.span, reason, candidate.valid)
    for reading in extraction.broken[-_MOST_BROKEN:]:
        if verdict.changes and reading.span == verdict.span:
            fixed = words("verdict.candidate.fixed")
            yield Piece(PieceKind.CHOSEN, reading.span, fixed, verdict.status is Status.VALID)
        else:
            kind_of_fault = "cut_off" if reading.cut_off else "broken"
            yield Piece(
                PieceKind.BROKEN, reading.span, words(f"verdict.candidate.{kind_of_fault}", fault=reading.faults[0].message)
            )
    for note in extraction.notes:
        if note.span is not None and note.kind in ("reasoning", "leftover"):
            yield Piece(PieceKind(note.kind), note.span, note.message)
