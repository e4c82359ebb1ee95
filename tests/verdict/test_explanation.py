"""Why a candidate was chosen, what was left aside, and where the simple extractors of the lessons fail."""

import pytest

from playground.verdict.explanation import PieceKind, explain
from playground.verdict.judge import JudgeOptions
from playground.verdict.schema import check
from playground.verdict.simple_extractors import SimpleExtractor, take_simply
from playground.verdict.violations import Candidate, CandidatePlace, Finish, Status
from tests.verdict.cases import ANSWER, marked, schema_of, verdict_of

YES = '{"answer": "yes"}'
NO = '{"answer": "no"}'
MAYBE = '{"answer": "maybe"}'

REASONS = {
    "the whole": (YES, ["whole"]),
    "in the fence": (f"```json\n{YES}\n```", ["fence"]),
    "in prose": (f"Here: {YES}.", ["text"]),
    "one that fails": (MAYBE, ["only_invalid"]),
    "the last that fits": (f"{NO} {MAYBE} {YES} [1] there", ["earlier_valid", "not_valid", "last_valid", "footnote"]),
    "none fits": (f"{MAYBE} ['x'] {MAYBE}", ["not_valid", "best_invalid"]),
    "none fits, and none is of the kind": ('[1.5] and ["x"]', ["not_valid", "last_invalid"]),
    "one, and footnotes": (f"{YES} as in [1]", ["text", "footnote"]),
    "footnotes alone": ("[1] and [2]", ["footnote", "footnote"]),
    "a broken piece was meant": ('{"x": 1} becomes {"answer": "yes", "why": "wheat",}', ["broken_meant"]),
}


FOOTNOTES_THAT_FIT = {
    "[1] and [2]": ["earlier_valid", "last_valid"],
    "see [1]": ["text"],
    '[1] and [2] but ["x"]': ["footnote", "footnote", "text"],
}


def reason_of(candidate: Candidate) -> str:
    assert candidate.reason is not None
    return candidate.reason.id.removeprefix("verdict.candidate.")


@pytest.mark.parametrize(("reply", "reasons"), REASONS.values(), ids=REASONS)
def test_each_candidate_says_why(reply: str, reasons: list[str]) -> None:
    assert [reason_of(candidate) for candidate in verdict_of(reply).candidates] == reasons


@pytest.mark.parametrize(("reply", "reasons"), FOOTNOTES_THAT_FIT.items())
def test_footnotes_count_where_nothing_else_fits(reply: str, reasons: list[str]) -> None:
    assert [reason_of(candidate) for candidate in verdict_of(reply, "{}").candidates] == reasons


DOUBLE = '{"answer": "no", "answer": "yes"}'
DOUBLE_KEYS = {
    "alone": (DOUBLE, ["duplicate_key"], Status.INVALID),
    "beside one that fits": (f"{NO} {DOUBLE}", ["last_valid", "duplicate_key"], Status.VALID),
    "beside one that fails": (f"{DOUBLE} {MAYBE}", ["duplicate_key", "best_invalid"], Status.INVALID),
    "that fails by itself": ('{"answer": 1, "answer": 2}', ["only_invalid"], Status.INVALID),
}


@pytest.mark.parametrize(("reply", "reasons", "status"), DOUBLE_KEYS.values(), ids=DOUBLE_KEYS)
def test_where_double_keys_are_violations_the_reason_says_so(reply: str, reasons: list[str], status: Status) -> None:
    verdict = verdict_of(reply, options=JudgeOptions(duplicate_key_is_violation=True))
    assert verdict.status is status
    assert [reason_of(candidate) for candidate in verdict.candidates] == reasons
    assert [candidate.valid for candidate in verdict.candidates] == [reason == "last_valid" for reason in reasons]


@pytest.mark.parametrize(
    ("reply", "place"),
    [(YES, CandidatePlace.WHOLE), (f"~~~\n{YES}\n~~~", CandidatePlace.FENCE), (f"So {YES}", CandidatePlace.TEXT)],
)
def test_each_candidate_says_where_it_stands(reply: str, place: CandidatePlace) -> None:
    assert [candidate.place for candidate in verdict_of(reply).candidates] == [place]


def test_the_pieces_of_a_reply_stand_in_order() -> None:
    reply = f"<think>{NO}</think>As [1] says <|message|> {{'a': 1}} and {NO}, or {YES}"
    pieces = explain(reply, schema_of(ANSWER)).pieces
    assert [(piece.kind, marked(reply, piece.span), piece.valid) for piece in pieces] == [
        (PieceKind.REASONING, f"<think>{NO}</think>", False),
        (PieceKind.FOOTNOTE, "[1]", False),
        (PieceKind.LEFTOVER, "<|message|>", False),
        (PieceKind.BROKEN, "{'a': 1}", False),
        (PieceKind.CANDIDATE, NO, True),
        (PieceKind.CHOSEN, YES, True),
    ]


def test_a_piece_that_breaks_off_says_so() -> None:
    (piece,) = explain('{"answer": "y', schema_of(ANSWER)).pieces
    assert (piece.kind, piece.reason.id) == (PieceKind.BROKEN, "verdict.candidate.cut_off")


@pytest.mark.parametrize(("reply", "valid"), [('{"answer": "yes",}', True), ('{"answer": "maybe",}', False)])
def test_a_fixed_piece_is_the_chosen_one(reply: str, valid: bool) -> None:
    explanation = explain(f"x {reply} y", schema_of(ANSWER), JudgeOptions(fix_small_faults=True))
    (piece,) = explanation.pieces
    assert (piece.kind, piece.span, piece.valid) == (PieceKind.CHOSEN, explanation.verdict.span, valid)
    assert piece.reason.id == "verdict.candidate.fixed"


def test_a_blocked_reply_and_a_broken_schema_have_no_pieces() -> None:
    assert explain(YES, schema_of(ANSWER), JudgeOptions(finish=Finish.REFUSAL)).pieces == ()
    assert explain(YES, check("{", assert_formats=True)).pieces == ()


FIRST_TO_LAST, FENCE, DEPTH = SimpleExtractor

# The reply, and what each extractor takes from it (None: nothing) with which status.
TAKEN_SIMPLY = {
    "the whole": (YES, [(YES, Status.VALID)] * 3),
    "prose around": (f"So {YES}.", [(YES, Status.VALID), (f"So {YES}.", Status.NO_JSON), (YES, Status.VALID)]),
    "braces in prose": (
        f"Use {{x}}: {YES}",
        [(f"{{x}}: {YES}", Status.NO_JSON), (f"Use {{x}}: {YES}", Status.NO_JSON), ("{x}", Status.NO_JSON)],
    ),
    "two objects": (f"{MAYBE}{YES}", [(f"{MAYBE}{YES}", Status.NO_JSON), (f"{MAYBE}{YES}", Status.NO_JSON), (MAYBE, Status.INVALID)]),
    "a fence": (f"So:\n```json\n{YES}\n```\n", [(YES, Status.VALID)] * 3),
    "a fence without a language": (f"```\n{YES}\n```", [(YES, Status.VALID)] * 3),
    "a fence inside a text": ('{"a": "``` ```"}', [('{"a": "``` ```"}', Status.INVALID), (None, Status.NO_JSON), ('{"a": "``` ```"}', Status.INVALID)]),
    "a brace inside a text": ('{"answer": "}"}', [('{"answer": "}"}', Status.INVALID), ('{"answer": "}"}', Status.INVALID), ('{"answer": "}', Status.NO_JSON)]),
    "a draft in reasoning": (
        f"<think>{NO}</think>{YES}",
        [(f"{NO}</think>{YES}", Status.NO_JSON), (f"<think>{NO}</think>{YES}", Status.NO_JSON), (NO, Status.VALID)],
    ),
    "cut off": ('{"a": {', [(None, Status.NO_JSON), ('{"a": {', Status.NO_JSON), (None, Status.NO_JSON)]),
    "nothing": ("", [(None, Status.NO_JSON)] * 3),
    "braces the wrong way round": ("}{", [(None, Status.NO_JSON), ("}{", Status.NO_JSON), (None, Status.NO_JSON)]),
}  # fmt: skip


@pytest.mark.parametrize(("reply", "taken"), TAKEN_SIMPLY.values(), ids=TAKEN_SIMPLY)
def test_where_the_simple_extractors_fail(reply: str, taken: list[tuple[str | None, Status]]) -> None:
    takings = [take_simply(extractor, reply, schema_of(ANSWER)) for extractor in (FIRST_TO_LAST, FENCE, DEPTH)]
    assert [(marked(reply, taking.span), taking.status) for taking in takings] == taken


def test_a_simple_extractor_says_that_the_schema_is_broken() -> None:
    assert take_simply(FENCE, YES, check("{", assert_formats=True)).status is Status.SCHEMA_ERROR


@pytest.mark.parametrize("extractor", SimpleExtractor)
@pytest.mark.parametrize("piece", ["`", "```", "{", "}", '"', " "])
def test_a_million_of_anything_ends(extractor: SimpleExtractor, piece: str) -> None:
    assert take_simply(extractor, piece * 1_000_000, schema_of(ANSWER)).status is Status.NO_JSON
