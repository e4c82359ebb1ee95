"""judge(reply, schema, options) -> Verdict: what the window, `check` and the loop call."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playground.verdict.advice import advise
from playground.verdict.candidate_reasons import candidates_of
from playground.verdict.extraction import Extraction, Found, extract
from playground.verdict.fault_advice import with_advice
from playground.verdict.fixed_judging import judge_fixed
from playground.verdict.json_places import decode_string
from playground.verdict.json_text import Reading, write
from playground.verdict.schema import CheckedSchema, satisfies, violations
from playground.verdict.violations import (
    Candidate,
    Fault,
    Finish,
    Note,
    Span,
    Status,
    Verdict,
    Violation,
)
from playground.verdict.wording import Broken, type_name, word
from playground.verdict.wrappers import wrapper_of
from playground.words.text import Value
from playground.words.text import text as words

_MOST_FAULTS = 100
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What the endpoint reported beside the text, and how strict to be."""

    finish: Finish = Finish.UNKNOWN
    refusal: str | None = None  # the refusal in the endpoint's own field
    duplicate_key_is_violation: bool = False
    fix_small_faults: bool = False  # before a reply without sound JSON is judged


def judge(reply: str, schema: CheckedSchema, options: JudgeOptions = JudgeOptions()) -> Verdict:
    """What is in this reply, and is it what the schema asks for. Never raises, whatever the reply holds."""
    return judge_explained(reply, schema, options)[0]


def judge_explained(reply: str, schema: CheckedSchema, options: JudgeOptions = JudgeOptions()) -> tuple[Verdict, Extraction | None]:
    """The verdict, with what it was made from; that is None where the reply's text was not looked at."""
    if not schema.ok:
        return Verdict(Status.SCHEMA_ERROR, schema=schema.report), None
    if options.refusal is not None or options.finish in (Finish.REFUSAL, Finish.CONTENT_FILTER):
        return _blocked(reply, schema, options), None
    extraction = extract(reply)
    return _judge_extracted(reply, extraction, schema, options), extraction


def _judge_extracted(reply: str, extraction: Extraction, schema: CheckedSchema, options: JudgeOptions) -> Verdict:
    fits = [satisfies(schema, found.reading) for found in extraction.candidates]
    doubles = [
        each and options.duplicate_key_is_violation and _has_double_key(found.reading)
        for each, found in zip(fits, extraction.candidates, strict=True)
    ]
    satisfied = [each and not double for each, double in zip(fits, doubles, strict=True)]
    chosen = _choose(extraction, satisfied, schema)
    if chosen is None:
        without = _without_json(reply, extraction, schema, options)
        if not options.fix_small_faults or without.status is not Status.NO_JSON:
            return without  # what breaks off is never completed
        plain = JudgeOptions(duplicate_key_is_violation=options.duplicate_key_is_violation)
        return judge_fixed(reply, [piece.span for piece in extraction.broken], without, lambda fixed: judge(fixed, schema, plain))
    candidates = candidates_of(
        extraction, chosen, satisfied, of_kind=_fits_root(extraction.candidates[chosen], schema), doubles=doubles
    )
    return _judged(extraction, satisfied, chosen, candidates, schema, options)


def _blocked(reply: str, schema: CheckedSchema, options: JudgeOptions) -> Verdict:
    refused = options.refusal is not None or options.finish is Finish.REFUSAL
    kind = "refused" if refused else "content_filter"
    said = (options.refusal or "").strip()
    message = words("verdict.fault.refused_saying", said=Value(write(said[:500]))) if said else words(f"verdict.fault.{kind}")
    return Verdict(Status.BLOCKED, faults=with_advice([Fault(kind, message, Span(0, len(reply)))]), schema=schema.report)


def _choose(extraction: Extraction, satisfied: Sequence[bool], schema: CheckedSchema) -> int | None:
    """The last candidate that satisfies the schema; else the best of the others, unless something later was meant."""
    candidates = extraction.candidates
    strong = [index for index, found in enumerate(candidates) if not found.weak]
    fitting = [index for index in strong if satisfied[index]] or [
        index for index, fits in enumerate(satisfied) if fits and not extraction.broken and not strong
    ]
    if fitting:
        return fitting[-1]
    last_broken = extraction.broken[-1] if extraction.broken else None
    if last_broken is not None and last_broken.cut_off:
        return None
    if not strong:
        return None  # footnotes are never taken for an answer that fails
    best = max(strong, key=lambda index: (_fits_root(candidates[index], schema), index))
    reading = candidates[best].reading
    if last_broken is not None and last_broken.start > reading.start and _length(last_broken) > _length(reading):
        return None
    return best


def _length(reading: Reading) -> int:
    return reading.end - reading.start


def _fits_root(found: Found, schema: CheckedSchema) -> bool:
    wanted = schema.value.get("type") if isinstance(schema.value, dict) else None
    names = wanted if isinstance(wanted, list) else [wanted]
    return found.reading.answer is not None and (wanted is None or type_name(found.reading.answer.value) in names)


def _without_json(reply: str, extraction: Extraction, schema: CheckedSchema, options: JudgeOptions) -> Verdict:
    notes = extraction.notes
    candidates = candidates_of(extraction, None, [False] * len(extraction.candidates))
    if extraction.reason is not None:
        faults: tuple[Fault, ...] = (extraction.reason,)
    else:
        faults = tuple(fault for reading in extraction.broken for fault in reading.faults)
        faults = faults if len(faults) <= _MOST_FAULTS else (*faults[: _MOST_FAULTS - 1], faults[-1])
    cut = bool(extraction.broken) and extraction.broken[-1].cut_off
    if not cut and options.finish is Finish.CUT:
        cut = True
        faults = (*faults, _cut_fault(reply, "cut_stream"))
    elif not cut and options.finish is Finish.LENGTH and faults[0].kind in ("empty", "only_reasoning"):
        cut = True
        faults = (*faults, _cut_fault(reply, "cut_length"))
    elif not cut and options.finish is Finish.LENGTH:
        # Prose has no value that is still open: the model can be told so, and asked again.
        notes = (*notes, Note("length", words("verdict.note.length_no_json"), None))
    return Verdict(
        Status.CUT_OFF if cut else Status.NO_JSON,
        faults=with_advice(faults),
        candidates=candidates,
        notes=notes,
        schema=schema.report,
    )


def _cut_fault(reply: str, kind: str) -> Fault:
    return Fault(kind, words(f"verdict.fault.{kind}"), Span(len(reply), len(reply)))


def _judged(
    extraction: Extraction,
    satisfied: Sequence[bool],
    chosen: int,
    candidates: tuple[Candidate, ...],
    schema: CheckedSchema,
    options: JudgeOptions,
) -> Verdict:
    found = extraction.candidates[chosen]
    reading = found.reading
    broken = () if satisfied[chosen] else violations(schema, reading)
    if options.duplicate_key_is_violation:
        broken = tuple(
            sorted((*broken, *_duplicates(reading)), key=lambda violation: violation.span.start if violation.span else 0)
        )
    notes = list(extraction.notes)
    strong = [index for index, other in enumerate(extraction.candidates) if not other.weak]
    if len(strong) > 1:
        kind = "ambiguous" if satisfied[chosen] else "ambiguous_none"
        notes.append(Note("ambiguous", words(f"verdict.note.{kind}", count=len(strong)), reading.span))
    if extraction.broken:
        piece = extraction.broken[-1]
        notes.append(Note("broken_piece", words("verdict.note.broken_piece"), piece.span))
    if found.place == "text" and _has_words_around(reading, notes, extraction):
        notes.append(Note("prose", words("verdict.note.prose")))
    if options.finish in (Finish.LENGTH, Finish.CUT):
        notes.append(Note("length", words("verdict.note.length"), None))
    wrapper = wrapper_of(reading, schema.value, fits=not broken, in_tool_call=found.tool_call)
    if wrapper is not None:
        notes.append(wrapper)
    return Verdict(
        Status.INVALID if broken else Status.VALID,
        answer=reading.answer,
        span=reading.span,
        violations=broken,
        candidates=candidates,
        notes=tuple(notes),
        schema=schema.report,
    )


def _has_words_around(reading: Reading, notes: Sequence[Note], extraction: Extraction) -> bool:
    """Whether people's words stand beside the JSON, apart from what is noted already and from other pieces."""
    known = [note.span for note in notes if note.span] + [other.reading.span for other in extraction.candidates]
    position = extraction.live.start
    for span in sorted((*known, reading.span), key=lambda span: span.start):
        if _WORD.search(reading.text, position, span.start):
            return True
        position = max(position, span.end)
    return bool(_WORD.search(reading.text, position, extraction.live.end))


def _has_double_key(reading: Reading) -> bool:
    return any(note.kind == "duplicate_key" for note in reading.notes)


def _duplicates(reading: Reading) -> tuple[Violation, ...]:
    found: list[Violation] = []
    for note in reading.notes:
        if note.kind == "duplicate_key" and note.span is not None:
            key = decode_string(reading.text[note.span.start : note.span.end])
            broken = Broken("duplicate_key", note.path, key=key)
            found.append(Violation(note.path, "duplicate_key", word(broken).message, "", note.span, key=key, advice=advise(broken)))
    return tuple(found)
