"""What a verdict is made of, as frozen values. Spans count Unicode code points of the decoded reply (or schema text)."""

from dataclasses import dataclass
from enum import StrEnum

from playground.verdict.json_value import JsonValue
from playground.verdict.schema_report import SchemaProblem, SchemaReport
from playground.verdict.spans import Span
from playground.words.text import Text

__all__ = [
    "Answer",
    "Candidate",
    "CandidatePlace",
    "Fault",
    "Finish",
    "JsonValue",
    "Note",
    "Origin",
    "Risk",
    "SchemaProblem",
    "SchemaReport",
    "Span",
    "Status",
    "SyntaxChange",
    "Verdict",
    "Violation",
]


class Status(StrEnum):
    """What a reply is worth, in one word."""

    VALID = "valid"
    INVALID = "invalid"
    NO_JSON = "no_json"
    CUT_OFF = "cut_off"
    BLOCKED = "blocked"
    SCHEMA_ERROR = "schema_error"


class Finish(StrEnum):
    """Why the model stopped, in one word for all dialects."""

    STOP = "stop"
    LENGTH = "length"
    TOOL_CALL = "tool_call"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    CUT = "cut"  # the stream ended without its end mark
    UNKNOWN = "unknown"  # not reported, or a word that nobody knows


class Origin(StrEnum):
    """Which text a span counts in: the reply, or the verdict's `judged_text`."""

    REPLY = "reply"
    DECODED_STRING = "decoded_string"
    MERGED_ANSWER = "merged_answer"
    FIXED_TEXT = "fixed_text"


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. `path` and `schema_path` are JSON Pointers; `expected` and `actual` are JSON texts."""

    path: str
    keyword: str
    message: Text
    schema_path: str
    span: Span | None = None
    origin: Origin = Origin.REPLY
    expected: str | None = None
    actual: str | None = None
    schema_span: Span | None = None  # place of the rule in the schema's text
    branch: tuple["Violation", ...] = ()  # the meant branch of anyOf or oneOf
    rule: Text | None = None  # the rule alone, without what the reply says; None where `message` is as short
    key: str | None = None  # the missing or unexpected key, where the violation is about one
    advice: Text | None = None  # what to do, for people who do not program

    @property
    def short(self) -> Text:
        """The rule as feedback sends it: what must be so, without what the reply says."""
        return self.rule or self.message


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no JSON: one syntax fault with its place, or the kind of text that stands in JSON's stead."""

    kind: str
    message: Text
    span: Span
    advice: Text | None = None  # what to do, for people who do not program


class CandidatePlace(StrEnum):
    """Where in a reply a candidate stands."""

    WHOLE = "whole"  # nothing but blanks and what templates leave over is around it
    FENCE = "fence"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span of the reply that could be the JSON. `reason` says why it was chosen, or why not."""

    span: Span
    chosen: bool
    valid: bool
    place: CandidatePlace = CandidatePlace.TEXT
    reason: Text | None = None


class Risk(StrEnum):
    """How likely it is that a changed syntax fault changed what was meant."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class SyntaxChange:
    """One change that "fix small syntax faults" made: `before` stands at `span` of the reply, `after` was put there."""

    span: Span
    before: str
    after: str
    risk: Risk
    message: Text


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth knowing that decides nothing."""

    kind: str
    message: Text
    span: Span | None = None
    path: str = ""  # pointer of the object or list that it is about


@dataclass(frozen=True, slots=True)
class Answer:
    """A JSON value that was found; wrapped, so that a found `null` is not the same as nothing found."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is in this reply, and is it what the schema asks for. `answer` is there for valid and invalid."""

    status: Status
    answer: Answer | None = None
    span: Span | None = None
    violations: tuple[Violation, ...] = ()
    faults: tuple[Fault, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    notes: tuple[Note, ...] = ()
    schema: SchemaReport = SchemaReport()  # noqa: RUF009 - frozen, so it can be shared
    changes: tuple[SyntaxChange, ...] = ()  # made before judging, where the scenario says so
    judged_text: str | None = None  # what was judged where that is not the reply itself: the fixed text, or the merged answer
