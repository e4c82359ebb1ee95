"""Replies of a real small model against verdicts that were written by hand (tests/data/replies/README.md)."""

import json
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.violations import Finish, JsonValue, Status, Verdict

FOLDER = Path(__file__).parent.parent / "data" / "replies"
FILES = sorted(FOLDER.glob("*.json"))


@dataclass(frozen=True, slots=True)
class Case:
    reply: str
    verdict: Verdict
    expected: dict[str, Any]


def _case(path: Path) -> Case:
    content = json.loads(path.read_text(encoding="utf-8"))
    schema = check(json.dumps(content["schema"], ensure_ascii=False), assert_formats=True)
    options = JudgeOptions(finish=Finish(content["finish_reason"]))
    return Case(content["reply"], judge(content["reply"], schema, options), content["expected"])


def _plain(value: JsonValue) -> Any:
    """As `json.loads` gives it: the replies hold no number that a double would change."""
    match value:
        case Decimal():
            return float(value)
        case list():
            return [_plain(item) for item in value]
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case _:
            return value


def test_enough_replies_of_enough_kinds() -> None:
    found = [_case(path).expected["status"] for path in FILES]
    assert len(found) >= 40
    assert {status: found.count(status) >= 5 for status in ("valid", "invalid", "no_json", "cut_off")} == {
        "valid": True,
        "invalid": True,
        "no_json": True,
        "cut_off": True,
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_verdict_is_the_one_written_by_hand(path: Path) -> None:
    case = _case(path)
    verdict = case.verdict
    found: dict[str, Any] = {
        "status": verdict.status.value,
        "violations": sorted([violation.path, violation.keyword] for violation in verdict.violations),
        "faults": sorted({fault.kind for fault in verdict.faults}),
    }
    if verdict.answer is not None:
        found["value"] = _plain(verdict.answer.value)
    expected = {**case.expected, "violations": sorted(case.expected.get("violations", found["violations"]))}
    assert {key: found.get(key) for key in expected} == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_spans_mark_what_they_say(path: Path) -> None:
    case = _case(path)
    verdict = case.verdict
    if verdict.status in (Status.VALID, Status.INVALID):
        assert verdict.span is not None
        assert verdict.answer is not None
        assert json.loads(case.reply[verdict.span.start : verdict.span.end]) == _plain(verdict.answer.value)
    for fault in verdict.faults:
        assert 0 <= fault.span.start <= fault.span.end <= len(case.reply)
    for violation in verdict.violations:
        assert violation.span is not None
        marked = case.reply[violation.span.start : violation.span.end]
        if violation.keyword == "additionalProperties":
            assert violation.key is not None
            assert json.dumps(violation.key) in marked
        elif violation.actual is not None and violation.keyword != "required":
            assert json.loads(marked) == json.loads(violation.actual)
