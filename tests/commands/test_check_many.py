"""`playground check` for many replies and for the cases of a scenario."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playground.cli import main
from playground.repair.scenario import Case, Scenario, StopRules
from playground.repair.scenario_format import write_scenario
from playground.store.scenario_files import list_lessons
from playground.words.language import Language
from tests.commands.test_check import CONTRACT

SCHEMA = {"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}, "additionalProperties": False}
YES, MAYBE, PROSE, CUT = '{"answer": "yes"}', '{"answer": "maybe"}', "Probably.", '{"answer": "ye'
RULE = "answer must be “yes” or “no”; the reply says “maybe”  [/answer]"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in a folder with a schema: its exit code and both streams."""
    monkeypatch.chdir(tmp_path)
    Path("schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")

    def check(*typed: str) -> tuple[int, str, str]:
        code = main(["check", *typed])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return check


def write_lines(name: str, *values: object) -> str:
    Path(name).write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return name


def write_cases(*cases: Case, **more: Any) -> str:
    scenario = Scenario(**{"id": "7b0c", "schema_text": json.dumps(SCHEMA), "cases": cases, **more})
    Path("scenario.json").write_text(write_scenario(scenario), encoding="utf-8")
    return "scenario.json"


def read_lines(out: str) -> list[dict[str, Any]]:
    """The JSON lines, each held against the contract."""
    assert out.isascii()
    values: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    for value in values:
        CONTRACT.validate(value)
    return values


@pytest.mark.parametrize(
    ("replies", "code", "statuses"),
    [
        ([YES, {"id": "b", "reply": YES}], 0, {"1": "valid", "b": "valid"}),
        ([YES, MAYBE, PROSE, CUT, ""], 1, {"1": "valid", "2": "invalid", "3": "no_json", "4": "cut_off", "5": "no_json"}),
    ],
)
def test_each_line_has_its_verdict_to_the_letter_of_the_contract(
    run: Run, replies: list[object], code: int, statuses: dict[str, str]
) -> None:
    found, out, err = run("--schema", "schema.json", "--replies", write_lines("r.jsonl", *replies), "--json")
    assert (found, err) == (code, "")
    assert {value["name"]: value["status"] for value in read_lines(out)} == statuses


def test_a_verdict_is_the_same_alone_and_among_many(run: Run) -> None:
    Path("reply.txt").write_text(MAYBE, encoding="utf-8")
    _, alone, _ = run("--schema", "schema.json", "--reply", "reply.txt", "--json")
    _, among, _ = run("--schema", "schema.json", "--replies", write_lines("r.jsonl", MAYBE), "--json")
    assert read_lines(among) == [{"name": "1", **json.loads(alone)}]


def test_a_folder_is_judged_file_by_file(run: Run) -> None:
    Path("replies").mkdir()
    Path("replies", "b.txt").write_text(YES, encoding="utf-8")
    Path("replies", "a.txt").write_text(PROSE, encoding="utf-8")
    code, out, _ = run("--schema", "schema.json", "--replies", "replies", "--json")
    assert (code, [value["name"] for value in read_lines(out)]) == (1, ["a.txt", "b.txt"])


def test_lines_come_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (json.dumps(YES) + "\n").encode("utf-16")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
    code, out, err = run("--schema", "schema.json", "--replies", "-", "--json")
    assert (code, len(read_lines(out)), err) == (0, 1, "")


def test_a_program_without_standard_input_finds_no_reply(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, _, err = run("--schema", "schema.json", "--replies", "-", "--language", "en")
    assert (code, err.splitlines()[0]) == (
        2,
        "There is no reply in standard input. Choose a JSONL file with a reply on each line, or a folder with a file for each reply.",
    )


def test_people_read_a_table(run: Run) -> None:
    long = "a-name-" + "長" * 30
    file = write_lines("r.jsonl", YES, {"id": long, "text": MAYBE}, {"id": "\u202e\u001b[2J", "text": PROSE})
    code, out, err = run("--schema", "schema.json", "--replies", file, "--language", "en")
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "  Name                              Verdict       Count  First violation",
        "✓ 1                                 valid",
        f"✗ a-name-長長長長長長長長長長長長…  not valid         1  {RULE}",
        "✗ \\u202e\\u001b[2J                   no JSON           1  the reply is text without any JSON",
        "",
        "1 of 3 replies valid · r.jsonl",
    ]


def test_replies_that_had_to_be_fixed_are_told_apart(run: Run) -> None:
    file = write_lines("r.jsonl", YES, "{'answer': 'yes'}", "{'answer': 'maybe'}")
    typed = ("--schema", "schema.json", "--replies", file, "--language", "en")
    code, _, err = run(*typed, "--fix-small-faults")
    assert code == 1
    lines = err.splitlines()
    assert lines[2].startswith("✓ 2                                 valid                2 small syntax faults were fixed")
    assert lines[5:] == ["2 of 3 replies valid · r.jsonl", "1 of the valid ones had small syntax faults that were fixed first."]
    assert "fixed" not in run(*typed)[2]


@pytest.mark.parametrize("language", Language)
def test_the_table_speaks_every_language(run: Run, language: Language) -> None:
    _, _, err = run("--schema", "schema.json", "--replies", write_lines("r.jsonl", YES, MAYBE), "--language", language)
    assert len(err.splitlines()) == 5
    assert [id for id in ("cli.", "check.") if id in err] == []


def test_hints_on_the_schema_are_said_once(run: Run) -> None:
    Path("schema.json").write_text('{"additionalProperties": false, "requred": ["a"]}', encoding="utf-8")
    _, _, err = run("--schema", "schema.json", "--replies", write_lines("r.jsonl", YES, YES), "--language", "en")
    assert err.count("“requred”") == 1


@pytest.mark.parametrize("json_asked_for", [True, False])
@pytest.mark.parametrize("typed", [["--schema", "schema.json", "--replies", "r.jsonl"], ["scenario.json"]])
def test_a_schema_that_cannot_be_used_is_said_once(run: Run, typed: list[str], json_asked_for: bool) -> None:
    write_lines("r.jsonl", YES, YES)
    write_cases(Case("", YES, should_pass=True))
    for name in ("schema.json", "scenario.json"):
        broken = Path(name).read_text(encoding="utf-8").replace("object", "objekt")
        Path(name).write_text(broken, encoding="utf-8")
    code, out, err = run(*typed, *(["--json"] if json_asked_for else []))
    assert code == 2
    said = read_lines(out) if json_asked_for else err.splitlines()
    assert len(said) == (1 if json_asked_for else 2)
    assert (out, err).count("") == 1


def test_what_stands_before_a_broken_line_is_told(run: Run) -> None:
    Path("r.jsonl").write_text(json.dumps(YES) + "\n{broken\n" + json.dumps(YES), encoding="utf-8")
    code, out, err = run("--schema", "schema.json", "--replies", "r.jsonl", "--json", "--language", "en")
    assert (code, [value["name"] for value in read_lines(out)]) == (2, ["1"])
    assert err.startswith("Line 2 of r.jsonl is no JSON.")


@pytest.mark.parametrize(
    ("name", "content"), [("nowhere.jsonl", None), ("empty.jsonl", b""), ("binary.jsonl", b"\x89PNG\r\n\x1a\n\0"), ("folder", None)]
)
def test_what_cannot_be_read_is_exit_2_and_a_sentence(run: Run, name: str, content: bytes | None) -> None:
    Path("folder").mkdir()
    if content is not None:
        Path(name).write_bytes(content)
    code, out, err = run("--schema", "schema.json", "--replies", name, "--json")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert name in err


def test_the_cases_of_a_scenario_are_checked(run: Run) -> None:
    cases = (Case("fits", YES, should_pass=True), Case("", MAYBE, should_pass=False), Case("prose", PROSE, should_pass=True))
    assert run(write_cases(*cases[:2]))[0] == 0
    code, out, err = run(write_cases(*cases), "--json", "--language", "en")
    assert (code, err) == (1, "")
    told = [(value["name"], value["should_pass"], value["as_expected"], value["status"]) for value in read_lines(out)]
    assert told == [("fits", True, True, "valid"), ("Case 2", False, True, "invalid"), ("prose", True, False, "no_json")]


def test_people_read_which_case_is_not_as_it_should_be(run: Run) -> None:
    cases = (Case("fits", YES, should_pass=True), Case("", MAYBE, should_pass=True), Case("easy", YES, should_pass=False))
    code, out, err = run(write_cases(*cases), "--language", "en")
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "  Name                              Should       Count  Verdict",
        "✓ fits                              should pass         valid",
        f"✗ Case 2                            should pass      1  not valid: {RULE}",
        "✗ easy                              should fail         valid",
        "",
        "1 of 3 as they should be",
    ]


def test_a_scenario_without_cases_says_what_to_do(run: Run) -> None:
    code, out, err = run(write_cases(), "--language", "en")
    assert (code, out) == (2, "")
    assert err.startswith("This scenario has no cases, so nothing was checked. Keep replies as cases")


@pytest.mark.parametrize("lesson", list_lessons(), ids=lambda lesson: lesson.name)
@pytest.mark.parametrize("language", Language)
def test_the_cases_of_the_lessons_are_as_they_should_be(run: Run, lesson: Any, language: Language) -> None:
    assert run(str(lesson.scenario_file(language)))[0] == 0


def test_a_scenario_judges_other_replies_by_its_own_rules(run: Run) -> None:
    Path("reply.txt").write_text('{"answer": "yes", "answer": "yes"}', encoding="utf-8")
    strict = StopRules(duplicate_key_is_violation=True)
    for replies in ("--reply", "--replies"):
        assert run(write_cases(), replies, "reply.txt")[0] == 0
        assert run(write_cases(stop_rules=strict), replies, "reply.txt")[0] == 1


def test_what_the_command_line_asks_for_is_added_to_a_scenario(run: Run) -> None:
    dated = json.dumps({"properties": {"when": {"format": "date"}}})
    loose = write_cases(Case("", '{"when": "soon"}', should_pass=True), assert_formats=False, schema_text=dated)
    assert (run(loose)[0], run(loose, "--formats")[0]) == (0, 1)
    faulty = write_cases(Case("", "{'answer': 'yes'}", should_pass=True))
    assert (run(faulty)[0], run(faulty, "--fix-small-faults")[0]) == (1, 0)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ([], "name either a scenario, or a schema with --schema"),
        (["scenario.json", "--schema", "schema.json"], "name either a scenario, or a schema with --schema"),
        (["--schema", "schema.json", "--reply", "a", "--replies", "b"], "choose either --reply or --replies"),
        (["--schema", "-", "--replies", "-"], "cannot both come from standard input"),
        (["schema.json"], "If schema.json is a JSON Schema, name it with --schema."),
        (["--schema", "scenario.json"], "scenario.json is a scenario, not a JSON Schema."),
        (["nowhere.json"], "nowhere.json does not exist."),
        (["scenario.json", "--reply", "nowhere.txt"], "nowhere.txt does not exist."),
    ],
)
def test_a_slip_is_told_with_the_way_out(run: Run, typed: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO())))
    write_cases(Case("", YES, should_pass=True))
    code, out, err = run(*typed, "--language", "en")
    assert (code, out) == (2, "")
    assert said in err
