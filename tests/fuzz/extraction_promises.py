"""What holds for any reply: nothing raises, every place holds what it speaks of, nothing sound is lost."""

import json
import re

from playground.verdict.equality import canonical
from playground.verdict.explanation import PieceKind, explain
from playground.verdict.extraction import Extraction, extract
from playground.verdict.json_text import Reading, pointer_of, pointer_tokens, read, read_prefix
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.simple_extractors import SimpleExtractor, take_simply
from playground.verdict.violations import Fault, JsonValue, Note, Span, Status
from playground.words.language import Language
from playground.words.rendering import Audience, render
from playground.words.text import Text
from tests.fuzz.reply_grammar import make_reply
from tests.fuzz.schema_grammar import Decisions

_SCHEMAS = tuple(
    check(text, assert_formats=True)
    for text in (
        "{}",
        '{"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}, "required": ["answer"]}',
        '{"type": "array"}',
    )
)
_OPTIONS = (JudgeOptions(), JudgeOptions(duplicate_key_is_violation=True, fix_small_faults=True))
_MOST_POINTERS = 40
_QUOTES = "'`“”„‟«»‘’＂「」『』"
# What the place of each kind of fault holds.
_HOLDS = {
    "trailing_comma": r",", "extra_comma": r"[,，、]", "missing_quote": rf'["{_QUOTES}]?', "missing_opening_quote": r'(?s:.*)"', "unescaped_quote": r'"',
    "comment": r"//[^\n]*|#[^\n]*|/\*(?s:.*)", "single_quotes": r"(?s:'.*'|`.*`|\"\"\".*\"\"\")", "smart_quotes": rf"(?s:[{_QUOTES}].*[\"{_QUOTES}])",
    "literal": r"\w+", "nan": r"[+-]?(?:NaN|nan|[Ii]nf(?:inity)?)", "leading_zero": r"[+-]*0\w[\w.+-]*", "plus_sign": r"\+[\w.+-]*",
    "bad_escape": r"\\(?s:.{0,5})", "escaped_quote": r"\\[\"']", "control_character": r"[\x00-\x1f]", "fullwidth": r"[｛｝［］：，、]|[－-]?[０-９．.]+",
    "odd_space": r"[^\x20-\x7e]+", "ellipsis": r"\.{3}|…", "expression": r"[-+*/%|&]", "quoted_line": r"[ \t]*>[> \t]*", "cut_off": "",
    "missing_bracket": r"[\]}］｝]?", "number_range": r"-?[0-9][0-9.eE+-]*", "missing_colon": r"=>|(?s:.)",
}  # fmt: skip
_NOTES = {
    "fence": r"(?s:(?:```|~~~).*)", "stray_bracket": r"[\[\]{}]+", "duplicate_key": r"(?s:[\"'“„«‘`＂].*|[^\s].*)",
    "lone_surrogate": r'(?s:".*)',
}  # fmt: skip


def keep_promises(data: bytes) -> None:
    """Makes a reply of these bytes and looks whether every promise is kept; raises AssertionError otherwise."""
    keep_promises_for(make_reply(Decisions(data)))


def keep_promises_for(reply: str) -> None:
    """The same for a reply of any kind."""
    extraction = extract(reply)
    _look_at(reply, extraction)
    for schema in _SCHEMAS:
        for options in _OPTIONS:
            verdict = judge(reply, schema, options)
            assert verdict.status in (Status.VALID, Status.INVALID) or verdict.faults
            for fault in verdict.faults:
                assert fault.advice is not None
                _is_said(fault.message)
                _is_said(fault.advice)
            _lies_within(reply, verdict.span)
    _look_at_pieces(reply)
    for extractor in SimpleExtractor:
        taking = take_simply(extractor, reply, _SCHEMAS[0])
        _lies_within(reply, taking.span)
    _nothing_sound_is_lost(reply, extraction)


def _look_at(reply: str, extraction: Extraction) -> None:
    _lies_within(reply, extraction.live)
    at = 0
    for found in extraction.candidates:
        assert at <= found.reading.start < found.reading.end <= len(reply)
        at = found.reading.end
        _look_at_value(found.reading)
    for piece in extraction.broken:
        assert 0 <= piece.start <= piece.end <= len(reply)
        assert piece.faults
        assert all(found.reading.end <= piece.start or piece.end <= found.reading.start for found in extraction.candidates)
        for fault in piece.faults:
            _look_at_fault(reply, fault)
    for note in extraction.notes:
        _look_at_note(reply, note)
        if note.kind in ("reasoning", "leftover") and note.span is not None:
            hidden = note.span
            assert all(found.reading.end <= hidden.start or hidden.end <= found.reading.start for found in extraction.candidates)
    has_more = extraction.broken or any(not found.weak for found in extraction.candidates)
    assert (extraction.reason is None) == bool(has_more)
    if extraction.reason is not None:
        _lies_within(reply, extraction.reason.span)


def _look_at_value(reading: Reading) -> None:
    """The span holds the value and nothing else, and so does the place of each value in it."""
    assert reading.answer is not None
    written = reading.text[reading.start : reading.end]
    assert _value_of(written) == canonical(reading.answer.value)
    expected = _pointers(reading.answer.value)
    places = reading.places(expected)
    assert places.keys() == expected.keys()
    for pointer, place in places.items():
        assert _value_of(reading.text[place.value.start : place.value.end]) == canonical(expected[pointer])
        if place.key is not None:
            key = read(reading.text[place.key.start : place.key.end]).answer
            assert key is not None
            assert key.value == pointer_tokens(pointer)[-1]
        if place.close is not None:
            assert reading.text[place.close.start : place.close.end] in ("}", "]")
            assert place.close.end == place.value.end


def _pointers(value: JsonValue) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    waiting: list[tuple[str, JsonValue]] = [("", value)]
    while waiting and len(found) < _MOST_POINTERS:
        pointer, item = waiting.pop()
        found[pointer] = item
        inner = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
        waiting.extend((pointer + pointer_of([token]), each) for token, each in inner)
    return found


def _look_at_fault(reply: str, fault: Fault) -> None:
    _lies_within(reply, fault.span)
    marked = reply[fault.span.start : fault.span.end]
    assert re.fullmatch(_HOLDS.get(fault.kind, r"(?s:.+)"), marked), (fault.kind, marked)


def _look_at_note(reply: str, note: Note) -> None:
    _lies_within(reply, note.span)
    if note.span is not None and note.kind in _NOTES:
        marked = reply[note.span.start : note.span.end]
        assert re.fullmatch(_NOTES[note.kind], marked), (note.kind, marked)


def _look_at_pieces(reply: str) -> None:
    pieces = explain(reply, _SCHEMAS[1]).pieces
    starts = [piece.span.start for piece in pieces]
    assert starts == sorted(starts)
    assert sum(piece.kind is PieceKind.CHOSEN for piece in pieces) <= 1
    for piece in pieces:
        _lies_within(reply, piece.span)
        _is_said(piece.reason)


def _nothing_sound_is_lost(reply: str, extraction: Extraction) -> None:
    """What the standard library reads as one value is the one candidate; so is each bracket that it can read which nothing hides."""
    bare = reply.strip(" \t\r\n")
    try:
        json.loads(bare, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return
    if read_prefix(bare).answer is not None:  # an exponent may be too large for any library
        (found,) = extraction.candidates
        assert reply[found.reading.start : found.reading.end] == bare


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _lies_within(reply: str, span: Span | None) -> None:
    assert span is None or 0 <= span.start <= span.end <= len(reply)


def _value_of(written: str) -> str:
    answer = read(written).answer
    assert answer is not None
    return canonical(answer.value)


def _is_said(said: Text) -> None:
    for language in Language:
        assert render(said, language, Audience.PERSON)
