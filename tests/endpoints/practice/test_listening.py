"""The practice model reads the feedback: what is named is mended, what is not only by chance, in every language and for other people's words too."""

from dataclasses import replace

import pytest

from playground.endpoints.practice.faults import Fault
from playground.endpoints.practice.json_editing import Change, Edit
from playground.endpoints.practice.listening import Feedback, still_made
from playground.endpoints.practice.settings import PracticeSettings, settings_of
from playground.endpoints.practice.spoiling import Placed
from playground.repair.record import Outcome, Run
from playground.repair.scenario import Strategy
from playground.words.language import Language
from tests.endpoints.practice.looping import carry_out
from tests.endpoints.practice.schemas import world

SEEDS = range(1, 41)
SCHEMAS = ("invoice", "quiz", "recipe", "sentiment", "job posting")


def runs(strategy: Strategy, settings: PracticeSettings, language: Language = Language.ENGLISH) -> list[Run]:
    return [carry_out(world()[SCHEMAS[seed % len(SCHEMAS)]], replace(settings, seed=seed), strategy, language) for seed in SEEDS]


def repaired(found: list[Run]) -> float:
    """The share that was repaired of the runs that needed it."""
    needed = [run for run in found if run.outcome is not Outcome.ACCEPTED]
    return sum(run.outcome is Outcome.REPAIRED for run in needed) / len(needed)


@pytest.mark.parametrize("preset", ["chatty", "sloppy", "broken"])
def test_naming_the_faults_beats_blind_retry(preset: str) -> None:
    settings = settings_of(preset)
    assert repaired(runs(Strategy.FAULTS, settings)) > repaired(runs(Strategy.BLIND, settings)) + 0.3


@pytest.mark.parametrize(
    "strategy", [Strategy.FAULTS, Strategy.FAULTS_SCHEMA, Strategy.ANNOTATED, Strategy.LAST_PAIR, Strategy.FIELDS]
)
def test_every_strategy_that_names_the_faults_is_understood(strategy: Strategy) -> None:
    assert repaired(runs(strategy, settings_of("sloppy"))) > 0.85


def test_a_fresh_question_helps_as_far_as_it_says_what_must_be_so() -> None:
    found = repaired(runs(Strategy.FRESH, settings_of("sloppy")))
    assert repaired(runs(Strategy.BLIND, settings_of("sloppy"))) + 0.3 < found


@pytest.mark.parametrize("language", Language)
def test_feedback_is_understood_in_every_language(language: Language) -> None:
    for preset in ("chatty", "sloppy"):
        assert repaired(runs(Strategy.FAULTS, settings_of(preset), language)) > 0.85


def test_who_never_learns_repeats_itself() -> None:
    for run in runs(Strategy.FAULTS, replace(settings_of("sloppy"), listening=0.0)):
        assert len({attempt.reply.text for attempt in run.attempts}) == 1


def test_who_mends_all_at_once_needs_one_feedback() -> None:
    found = runs(Strategy.FAULTS, replace(settings_of("sloppy"), listening=1.0))
    assert {len(run.attempts) for run in found} <= {1, 2}
    assert all(run.outcome in (Outcome.ACCEPTED, Outcome.REPAIRED) for run in found)


def test_even_the_best_listener_is_helped_by_blind_retry_only_by_chance() -> None:
    assert repaired(runs(Strategy.BLIND, replace(settings_of("sloppy"), listening=1.0))) < 0.5


def test_the_slider_goes_one_way() -> None:
    shares = [repaired(runs(Strategy.FAULTS, replace(settings_of("sloppy"), listening=level))) for level in (0.0, 0.25, 0.5)]
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[1] < shares[2]


def test_the_same_seed_gives_the_same_run() -> None:
    settings = replace(settings_of("stubborn"), seed=11)
    once, again = (carry_out(world()["invoice"], settings) for _ in range(2))
    assert [attempt.reply.text for attempt in once.attempts] == [attempt.reply.text for attempt in again.attempts]


AMOUNT = Placed(Fault.NUMBER_AS_TEXT, Edit("/lines/0/price", value="7.93"))
CURRENCY = Placed(Fault.WRONG_ENUM, Edit("/currency", value="maybe"))
NOTE = Placed(Fault.EXTRA_KEY, Edit("/note", value="as asked"))
TOTAL = Placed(Fault.MISSING_KEY, Edit("/total", Change.REMOVE))
FENCE, PROSE, COMMA = Placed(Fault.FENCE), Placed(Fault.PROSE_ONLY), Placed(Fault.TRAILING_COMMA)
REPLY = '{"currency": "maybe", "note": "as asked", "lines": [{"price": "7.93"}]}'
SCHEMA = '{"properties": {"currency": {"enum": ["EUR"]}, "total": {}, "note": false}}'


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Please answer again.", ()),
        ("currency must be one of EUR, PLN.", (CURRENCY,)),
        ('Fix this: the field "total" is missing.', (TOTAL,)),
        ("lines[0].price must be a number", (AMOUNT,)),
        ("/lines/0/price: expected number", (AMOUNT,)),
        ("lines.0.price\n  Input should be a valid number", (AMOUNT,)),
        ("'maybe' is not one of ['EUR', 'PLN']", (CURRENCY,)),
        ("Additional properties are not allowed ('note' was unexpected)", (NOTE,)),
        ("'total' is a required property", (TOTAL,)),
        ("1 validation error for Invoice\ntotal\n  Field required [type=missing]", (TOTAL,)),
        ("json.decoder.JSONDecodeError: Expecting value: line 1 column 1", (PROSE, COMMA)),
        ("No markdown code fences, please.", (FENCE,)),
        ("il y a une virgule de trop", (COMMA,)),
        (f"This is what you sent:\n{REPLY}\nTry again.", ()),
        (f"It must match this schema:\n{SCHEMA}\nTry again.", ()),
        ('{\n  "currency": "maybe",  // <-- must be one of EUR\n  "note": "as asked"\n}', (CURRENCY,)),
        ('there is a comma before the bracket (at <HERE> in {"currency": "maybe", <HERE>})', (COMMA,)),
        ("the recurrency is fine, and so is subtotal", ()),
    ],
)  # fmt: skip
def test_what_a_feedback_names(message: str, named: tuple[Placed, ...]) -> None:
    feedback = Feedback.read(message, SCHEMA, REPLY)
    assert tuple(placed for placed in (AMOUNT, CURRENCY, NOTE, TOTAL, FENCE, PROSE, COMMA) if feedback.names(placed)) == named


def test_a_first_question_is_no_feedback() -> None:
    asked = "Give currency (EUR or PLN), total and lines as JSON only, without code fences."
    feedback = Feedback.read(asked, SCHEMA, None)
    assert not any(feedback.names(placed) for placed in (CURRENCY, TOTAL, FENCE, PROSE))
    fresh = Feedback.read(f"{asked}\n\nAnswer with JSON only. What must be so: total is needed.", SCHEMA, None)
    assert [fresh.names(placed) for placed in (CURRENCY, TOTAL)] == [False, True]


def test_what_is_named_goes_and_the_rest_mostly_stays() -> None:
    faults = (AMOUNT, CURRENCY, NOTE, TOTAL)
    feedback = Feedback.read("currency must be one of EUR, PLN.", SCHEMA, REPLY)
    left = [still_made(faults, feedback, 0.5, (seed,)) for seed in range(200)]
    assert not any(CURRENCY in faults_left for faults_left in left)
    assert 0.75 < sum(NOTE in faults_left for faults_left in left) / 200 < 0.95
