"""`playground check` to the letter of its contract."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from playground.cli import main
from playground.resources import resource
from playground.words.language import Language

SCHEMA = {
    "type": "object",
    "required": ["answer"],
    "properties": {"answer": {"enum": ["yes", "no"]}, "when": {"type": "string", "format": "date"}},
    "additionalProperties": False,
}
CONTRACT = jsonschema.Draft202012Validator(json.loads(resource("schemas", "check.json").read_text(encoding="utf-8")))


class Desk:
    """A folder with a schema and a reply, and the command that judges them."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.schema = folder / "schema.json"
        self.reply = folder / "reply.txt"
        self.schema.write_text(json.dumps(SCHEMA), encoding="utf-8")
        self.capsys = capsys

    def check(self, reply: str, *options: str) -> tuple[int, dict[str, Any]]:
        """The exit code, and the JSON, which is held against its schema."""
        self.reply.write_text(reply, encoding="utf-8", newline="")
        code = main(["check", "--schema", str(self.schema), "--reply", str(self.reply), "--json", *options])
        shown = self.capsys.readouterr()
        assert shown.err == ""
        assert shown.out.isascii()
        output: dict[str, Any] = json.loads(shown.out)
        CONTRACT.validate(output)
        return code, output


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


@pytest.mark.parametrize(
    ("reply", "code", "status"),
    [
        ('{"answer": "yes"}', 0, "valid"),
        ('Sure!\r\n```json\n{"answer": "no"}\n```', 0, "valid"),
        ('{"answer": "maybe"}', 1, "invalid"),
        ("", 1, "no_json"),
        ("Probably yes.", 1, "no_json"),
        ('{"answer": "yes",}', 1, "no_json"),
        ('{"answer": "ye', 1, "cut_off"),
    ],
)
def test_each_status_has_its_exit_code(desk: Desk, reply: str, code: int, status: str) -> None:
    found = desk.check(reply)
    assert (found[0], found[1]["status"]) == (code, status)


def test_a_violation_has_its_places_in_code_points(desk: Desk) -> None:
    reply = '😀 {"answer": "peut-être"}'
    _, output = desk.check(reply)
    (violation,) = output["violations"]
    start, end = violation["span"]
    assert reply[start:end] == '"peut-être"'
    assert (violation["path"], violation["keyword"], violation["schema_path"]) == ("/answer", "enum", "/properties/answer/enum")
    assert output["value"] == {"answer": "peut-être"}
    assert [reply[slice(*candidate["span"])] for candidate in output["candidates"]] == ['{"answer": "peut-être"}']


def test_line_endings_are_counted_as_they_are(desk: Desk) -> None:
    _, output = desk.check('a\r\nb\r\n{"answer": "yes"}')
    assert output["span"] == [6, 23]


def test_formats_are_asserted_only_when_asked_for(desk: Desk) -> None:
    reply = '{"answer": "yes", "when": "tomorrow"}'
    assert desk.check(reply)[0] == 0
    code, output = desk.check(reply, "--formats")
    assert (code, [violation["keyword"] for violation in output["violations"]]) == (1, ["format"])


def test_messages_come_in_the_language_asked_for(desk: Desk) -> None:
    messages = {desk.check('{"answer": "maybe"}', "--language", language)[1]["violations"][0]["message"] for language in Language}
    assert len(messages) == 4


@pytest.mark.parametrize("schema", ["{", '{"type": "objekt"}', '{"$ref": "#/nowhere"}', "", "3"])
def test_a_broken_schema_is_exit_2_with_its_place(desk: Desk, schema: str) -> None:
    desk.schema.write_text(schema, encoding="utf-8")
    code, output = desk.check('{"answer": "yes"}')
    assert (code, output["status"]) == (2, "schema_error")
    assert output["schema"]["errors"]
    assert "value" not in output


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_files_of_any_editor(desk: Desk, encoding: str) -> None:
    desk.schema.write_text(json.dumps({"const": "はい"}, ensure_ascii=False), encoding=encoding)
    assert desk.check('"はい"')[0] == 0


def test_a_reply_from_standard_input(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for options in ([], ["--reply", "-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO('﻿{"answer": "yes"}'.encode())))
        assert main(["check", "--schema", str(desk.schema), "--json", *options]) == 0
        assert json.loads(desk.capsys.readouterr().out)["span"] == [0, 17]


def test_without_json_people_read_on_standard_error(desk: Desk) -> None:
    desk.reply.write_text('{"answer": "maybe"}', encoding="utf-8")
    assert main(["check", "--schema", str(desk.schema), "--reply", str(desk.reply), "--language", "en"]) == 1
    shown = desk.capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines()[0] == "The reply has 1 violation."
    assert "[/answer]" in shown.err


@pytest.mark.parametrize("reply", ["\x1b[2J", '{"answer": "yes", "\\u001b[2J\x7f": 1}', '{"answer": "\\u202e\\u001b]0;x\\u0007"}'])
def test_a_reply_does_not_command_the_terminal(desk: Desk, reply: str) -> None:
    desk.reply.write_text(reply, encoding="utf-8")
    main(["check", "--schema", str(desk.schema), "--reply", str(desk.reply)])
    shown = desk.capsys.readouterr().err
    assert [mark for mark in "\x1b\x07\x7f\u202e" if mark in shown] == []


@pytest.mark.parametrize("trouble", ["missing", "folder", "latin-1", "zero"])
def test_files_that_cannot_be_read_are_exit_2_and_a_sentence(desk: Desk, trouble: str) -> None:
    desk.reply.write_bytes(b"caf\xe9")
    name = {"missing": "nowhere.txt", "folder": str(desk.reply.parent), "latin-1": str(desk.reply), "zero": "a\0b"}[trouble]
    assert main(["check", "--schema", str(desk.schema), "--reply", name, "--json"]) == 2
    shown = desk.capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)


def test_small_faults_are_fixed_on_demand_and_each_change_is_told(desk: Desk) -> None:
    reply = "Sure: {'answer': 'yes',} Bye"
    assert desk.check(reply)[0] == 1
    code, output = desk.check(reply, "--fix-small-faults")
    assert (code, output["status"], output["value"]) == (0, "valid", {"answer": "yes"})
    assert output["judged_text"] == '{"answer": "yes"}'
    assert [(change["before"], change["after"], change["risk"]) for change in output["changes"]] == [
        ("'answer'", '"answer"', "low"),
        ("'yes'", '"yes"', "low"),
        (",", "", "low"),
    ]
    assert all(reply[slice(*change["span"])] == change["before"] for change in output["changes"])
    assert "changes" not in desk.check('{"answer": "yes"}', "--fix-small-faults")[1]


def test_changes_are_told_in_words(desk: Desk) -> None:
    desk.reply.write_text('{"answer": yes}', encoding="utf-8")
    code = main(["check", "--schema", str(desk.schema), "--reply", str(desk.reply), "--fix-small-faults", "--language", "en"])
    assert code == 0
    assert 'Fixed, please check: “yes” was put in quotation marks: “"yes"”.' in desk.capsys.readouterr().err


def test_people_read_what_to_do_and_like_violations_once(desk: Desk) -> None:
    desk.schema.write_text('{"items": {"type": "object", "required": ["name"]}}', encoding="utf-8")
    desk.reply.write_text(json.dumps([{"name": 1}, {}, {}, 3, *({} for _ in range(20))]), encoding="utf-8")
    assert main(["check", "--schema", str(desk.schema), "--reply", str(desk.reply), "--language", "en"]) == 1
    lines = desk.capsys.readouterr().err.splitlines()
    assert lines[0] == "The reply has 23 violations."
    assert lines[1].startswith("  1. the field name in item 2 is missing (the same at name in item 3, ")
    assert lines[1].endswith(" and 13 more places)  [/1]")
    assert lines[2].startswith("     → ")
    assert lines[3].startswith("  2. item 4 must be an object")
    assert lines[4].startswith("     → ")


def test_people_read_what_to_do_about_a_fault_of_syntax(desk: Desk) -> None:
    desk.reply.write_text('{"answer": "yes",}', encoding="utf-8")
    main(["check", "--schema", str(desk.schema), "--reply", str(desk.reply), "--language", "en"])
    assert "     → " in desk.capsys.readouterr().err
