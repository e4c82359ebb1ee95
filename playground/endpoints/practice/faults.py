"""The faults that the practice model can make on purpose, and the failures of a server that it can play; the values stand in files."""

from enum import StrEnum


class Fault(StrEnum):
    """One typical mistake."""

    # what stands in the place of the answer
    PROSE_ONLY = "prose_only"
    REFUSAL = "refusal"
    EMPTY_REPLY = "empty_reply"
    SCHEMA_ECHOED = "schema_echoed"
    SAME_AGAIN = "same_again"  # of a repair: the last reply once more
    # what stands around it
    PROSE_AROUND = "prose_around"
    FENCE = "fence"
    UNCLOSED_FENCE = "unclosed_fence"
    FENCE_IN_STRING = "fence_in_string"
    TWO_OBJECTS = "two_objects"
    REASONING_DRAFT = "reasoning_draft"
    CUT_OFF = "cut_off"
    # how it is written
    SINGLE_QUOTES = "single_quotes"
    TRAILING_COMMA = "trailing_comma"
    COMMENT = "comment"
    PYTHON_LITERALS = "python_literals"
    # what it says
    WRONG_ENUM = "wrong_enum"
    OTHER_CASE = "other_case"
    TRANSLATED_VALUE = "translated_value"
    MISSING_KEY = "missing_key"
    EXTRA_KEY = "extra_key"
    NUMBER_AS_TEXT = "number_as_text"
    TEXT_TOO_LONG = "text_too_long"
    OUT_OF_BOUNDS = "out_of_bounds"
    LIST_EMPTY = "list_empty"
    NESTED_WRONG_TYPE = "nested_wrong_type"
    PLACEHOLDER = "placeholder"
    SUSPICIOUS = "suspicious"  # of a repair: valid, but something else was emptied


class Trouble(StrEnum):
    """A failure of the endpoint; no reply comes, or half of one."""

    TIME_OUT = "time_out"
    RATE_LIMITED = "rate_limited"
    CUT_STREAM = "cut_stream"
    SERVER_ERROR = "server_error"


INSTEAD = frozenset({Fault.PROSE_ONLY, Fault.REFUSAL, Fault.EMPTY_REPLY, Fault.SCHEMA_ECHOED, Fault.SAME_AGAIN})
AROUND = frozenset({
    Fault.PROSE_AROUND, Fault.FENCE, Fault.UNCLOSED_FENCE, Fault.FENCE_IN_STRING, Fault.TWO_OBJECTS, Fault.REASONING_DRAFT, Fault.CUT_OFF,
})  # fmt: skip
WRITTEN = frozenset({Fault.SINGLE_QUOTES, Fault.TRAILING_COMMA, Fault.COMMENT, Fault.PYTHON_LITERALS})
VALUES = frozenset(Fault) - INSTEAD - AROUND - WRITTEN
OF_REPAIRS = frozenset({Fault.SAME_AGAIN, Fault.SUSPICIOUS})  # they need a reply before them
