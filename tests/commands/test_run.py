"""`playground run` to the letter of its contract: lessons without network, a loopback server, keys, endings, history."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from playground.cli import main
from playground.resources import resource
from playground.store.keys import KeyOrigin, KeyStore
from playground.store.settings import Settings, save_settings
from playground.words.language import Language
from tests.support.chat_server import ChatServer, refuse, replies

RUN = jsonschema.Draft202012Validator(json.loads(resource("schemas", "run.json").read_text(encoding="utf-8")))
EVENTS = jsonschema.Draft202012Validator(json.loads(resource("schemas", "events.json").read_text(encoding="utf-8")))
KEY = "sk-test-1234567890"


class Terminal:
    """Runs the command in this process and reads what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.err = ""

    def run(self, *typed: str) -> tuple[int, dict[str, Any]]:
        """The exit code, and the JSON, which is held against its schema."""
        code = main(["run", *typed, "--json"])
        shown = self._capsys.readouterr()
        self.err = shown.err
        assert shown.out.isascii()
        output: dict[str, Any] = json.loads(shown.out)
        RUN.validate(output)
        return code, output

    def events(self, *typed: str) -> tuple[int, list[dict[str, Any]]]:
        """The exit code and each line, held against its schema."""
        code = main(["run", *typed, "--events"])
        shown = self._capsys.readouterr()
        self.err = shown.err
        lines = [json.loads(line) for line in shown.out.splitlines()]
        for line in lines:
            EVENTS.validate(line)
        return code, lines

    def words(self, *typed: str) -> tuple[int, str]:
        """The exit code and the sentences; standard output stays empty."""
        code = main(["run", *typed, "--language", "en"])
        shown = self._capsys.readouterr()
        assert shown.out == ""
        return code, shown.err


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def lesson(language: Language = Language.ENGLISH, number: str = "01") -> str:
    (folder,) = resource("lessons").glob(f"{number}-*")
    return str(folder / f"{language}.json")


def write_scenario(folder: Path, **fields: object) -> str:
    """The first lesson with some fields changed."""
    scenario = json.loads(Path(lesson()).read_text(encoding="utf-8"))
    file = folder / "scenario.json"
    file.write_text(json.dumps(scenario | fields), encoding="utf-8")
    return str(file)


def statuses(output: dict[str, Any]) -> list[str]:
    return [attempt["verdict"]["status"] for attempt in output["attempts"]]


@pytest.mark.parametrize("language", list(Language))
def test_the_gluten_lesson_is_repaired_in_three_attempts(terminal: Terminal, language: Language) -> None:
    code, output = terminal.run(lesson(language))
    assert (code, output["outcome"], output["result_is"], output["live"]) == (0, "repaired", "answer", False)
    assert statuses(output) == ["no_json", "invalid", "valid"]
    (violation,) = output["attempts"][1]["verdict"]["violations"]
    (key,) = json.loads(json.loads(Path(lesson(language)).read_text(encoding="utf-8"))["schema_text"])["properties"]
    assert (violation["path"], violation["keyword"]) == (f"/{key}", "enum")
    sizes = [sum(message["role"] != "system" for message in attempt["request"]) for attempt in output["attempts"]]
    assert sizes == [1, 3, 5]
    assert output["messages"][-1]["content"] == output["attempts"][2]["reply"]
    assert {attempt["source"] for attempt in output["attempts"]} == {"recorded"}
    assert (output["usage"], output["error"], terminal.err) == (None, None, "")


def test_at_the_limit_the_lesson_falls_back(terminal: Terminal) -> None:
    code, output = terminal.run(lesson(), "--max-attempts", "2")
    assert (code, output["outcome"], output["result_is"], output["result"]) == (3, "fell_back", "fallback", {"answer": "unknown"})
    assert len(output["attempts"]) == 2


def test_with_an_error_as_its_ending_it_ends_in_an_error(terminal: Terminal, tmp_path: Path) -> None:
    code, output = terminal.run(write_scenario(tmp_path, ending={"kind": "error"}), "--max-attempts", "2")
    assert (code, output["outcome"], output["result_is"], output["result"]) == (4, "error", "none", None)
    assert all(output["error"][part] for part in ("title", "message", "hint"))


def test_the_best_attempt_can_be_taken(terminal: Terminal, tmp_path: Path) -> None:
    code, output = terminal.run(write_scenario(tmp_path, ending={"kind": "best_attempt"}), "--max-attempts", "2")
    assert (code, output["result_is"], output["result"]) == (3, "best_attempt", {"answer": "maybe"})


def test_a_model_is_asked_and_the_samples_are_off(terminal: Terminal) -> None:
    with ChatServer(replies("Well…", '{"answer": "no"}')) as server:
        code, output = terminal.run(lesson(), "--base-url", server.base_url, "--model", "mine", "--strategy", "blind")
        asked = [request.json for request in server.requests]
    assert (code, output["outcome"], output["live"], output["result"]) == (0, "repaired", True, {"answer": "no"})
    assert {request["model"] for request in asked} == {"mine"}
    assert output["usage"]["total_tokens"] is not None
    # A blind retry asks the same again.
    assert asked[1]["messages"][0] == asked[0]["messages"][0]


@pytest.mark.parametrize(("option", "code"), [("--no-samples", 5), ("--samples", 0)])
def test_samples_stand_in_only_when_they_may(terminal: Terminal, option: str, code: int) -> None:
    with ChatServer(refuse(401)) as server:
        address = server.base_url
        found, output = terminal.run(lesson(), "--base-url", address, option)
    assert found == code
    if code:
        assert (output["outcome"], output["attempts"]) == ("endpoint_failed", [])
        assert output["error"]["message"]
    else:
        assert {attempt["source"] for attempt in output["attempts"]} == {"recorded"}
    assert output["endpoint_failures"]


def test_nobody_there_is_exit_5(terminal: Terminal) -> None:
    with ChatServer() as server:
        address = server.base_url
    code, output = terminal.run(lesson(), "--base-url", address, "--timeout", "3")
    assert (code, output["outcome"], output["result"]) == (5, "endpoint_failed", None)


@pytest.mark.parametrize("address", ["not an address", "ftp://host", "http://", "http://user:pass@host/"])
def test_an_address_that_is_none_is_exit_5_with_a_sentence(terminal: Terminal, address: str) -> None:
    code, output = terminal.run(lesson(), "--base-url", address)
    assert (code, output["outcome"]) == (5, "endpoint_failed")
    assert output["error"]["message"]


def authorizations(server: ChatServer) -> set[str | None]:
    return {request.headers.get("authorization") for request in server.requests if request.path.endswith("chat/completions")}


def test_a_key_comes_from_the_variable_that_was_named(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", f" {KEY}\n")
    with ChatServer(replies('{"answer": "no"}')) as server:
        code, output = terminal.run(lesson(), "--base-url", server.base_url, "--key-env", "MY_KEY")
        assert authorizations(server) == {f"Bearer {KEY}"}
    assert code == 0
    assert KEY not in json.dumps(output) + terminal.err


def test_a_key_comes_from_the_keyring_and_goes_only_where_it_belongs(terminal: Terminal) -> None:
    with ChatServer(replies('{"answer": "no"}')) as mine, ChatServer(replies('{"answer": "no"}')) as other:
        port = int(mine.base_url.rpartition(":")[2].partition("/")[0])
        KeyStore().save(KeyOrigin("http", "127.0.0.1", port), KEY).result(20)
        terminal.run(lesson(), "--base-url", mine.base_url)
        terminal.run(lesson(), "--base-url", other.base_url)
        assert (authorizations(mine), authorizations(other)) == ({f"Bearer {KEY}"}, {None})


def test_a_key_comes_from_the_variable_in_the_settings(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SET_BEFORE", KEY)
    with ChatServer(replies('{"answer": "no"}')) as server:
        port = int(server.base_url.rpartition(":")[2].partition("/")[0])
        settings = Settings().with_variable(f"http://127.0.0.1:{port}", "SET_BEFORE")
        save_settings(Path(os.environ["PLAYGROUND_HOME"], "config", "settings.json"), settings)
        terminal.run(lesson(), "--base-url", server.base_url)
        assert authorizations(server) == {f"Bearer {KEY}"}


def test_a_variable_without_a_key_is_exit_2(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOT_SET", raising=False)
    code, err = terminal.words(lesson(), "--key-env", "NOT_SET")
    assert (code, "NOT_SET" in err, len(err.splitlines())) == (2, True, 1)


def test_a_key_does_not_go_unprotected_to_another_machine(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    typed = (lesson(), "--base-url", "http://192.0.2.1:8000/v1", "--key-env", "MY_KEY", "--timeout", "0.5")
    code, output = terminal.run(*typed)
    assert (code, [failure["kind"] for failure in output["endpoint_failures"]]) == (5, ["plain_http"])
    code, output = terminal.run(*typed, "--allow-plain-http")
    assert "plain_http" not in {failure["kind"] for failure in output["endpoint_failures"]}
    assert KEY not in json.dumps(output) + terminal.err


def test_the_public_key_of_a_preset_does_not_go_to_another_server(terminal: Terminal) -> None:
    with ChatServer(replies('{"answer": "no"}')) as server:
        terminal.run(lesson(), "--base-url", server.base_url)
        assert authorizations(server) == {None}


def test_events_come_as_things_happen(terminal: Terminal) -> None:
    with ChatServer(replies("Well…", '{"answer": "no"}')) as server:
        code, lines = terminal.events(lesson(), "--base-url", server.base_url)
    kinds = [line["event"] for line in lines]
    assert code == 0
    assert (kinds[0], kinds[-1], kinds.count("run_ended")) == ("run_started", "run_ended", 1)
    assert [kind for kind in kinds if kind not in ("reply_grew", "run_started", "run_ended")] == [
        "attempt_started",
        "attempt_judged",
    ] * 2
    assert "".join(line["added"] for line in lines if line["event"] == "reply_grew") == 'Well…{"answer": "no"}'
    assert len({line["run"] for line in lines}) == 1


def test_people_read_what_happens_on_standard_error(terminal: Terminal) -> None:
    code, err = terminal.words(lesson())
    assert code == 0
    for part in ("Attempt 1 (recorded sample)", "Attempt 2", "Repaired on attempt 3.", '{"answer": "yes"}', "demonstration"):
        assert part in err
    assert "cli." not in err


def test_people_read_why_there_is_no_result(terminal: Terminal, tmp_path: Path) -> None:
    code, err = terminal.words(write_scenario(tmp_path, ending={"kind": "error"}), "--max-attempts", "1")
    assert (code, "there is no result" in err) == (4, True)
    with ChatServer() as server:
        address = server.base_url
    code, err = terminal.words(lesson(), "--base-url", address, "--timeout", "3")
    assert (code, "The endpoint failed" in err) == (5, True)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": "something else"}',
        b'{"format": "repair-loop-scenario", "version": 99}',
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_what_is_no_scenario_is_exit_2_and_a_sentence(terminal: Terminal, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "scenario.json"
    file.write_bytes(content)
    code, err = terminal.words(str(file))
    assert code == 2
    assert str(file) in err
    assert "Traceback" not in err


def test_a_missing_file_is_exit_2(terminal: Terminal) -> None:
    assert terminal.words("nowhere.json")[0] == 2


def test_what_never_began_is_not_said_to_have_failed(terminal: Terminal, tmp_path: Path) -> None:
    code, said = terminal.words(write_scenario(tmp_path, schema_text='{"type": "strin"}'))
    assert code == 2
    assert said.startswith("The run did not begin.\n")
    assert "No valid answer" not in said


def test_an_ending_before_the_limit_is_not_said_to_be_at_the_limit(terminal: Terminal, tmp_path: Path) -> None:
    scenario = write_scenario(tmp_path, samples={"rule": "always", "replies": ['{"answer": "y']})
    code, said = terminal.words(scenario)
    assert code == 3
    assert "No valid answer: the result is the fallback, not an answer." in said
    assert "limit:" not in said


def test_damaged_settings_are_told(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYGROUND_HOME", str(tmp_path))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text("{nope", encoding="utf-8")
    code, said = terminal.words(lesson())
    assert code == 0
    assert "settings.damaged-" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("form", ["--json", "--events"])
def test_output_that_is_lost_is_no_success(form: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "playground", "run", lesson(), form, "--language", "en"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert ended.returncode in (2, 130)
    assert "The disk is full, so the output could not be written." in ended.stderr


def test_a_broken_schema_is_refused_before_anything_is_sent(terminal: Terminal, tmp_path: Path) -> None:
    with ChatServer(replies("{}")) as server:
        code, output = terminal.run(write_scenario(tmp_path, schema_text='{"type": '), "--base-url", server.base_url)
        assert server.requests == []
    assert (code, output["outcome"], output["attempts"]) == (2, "error", [])
    assert output["error"]["message"]


def test_runs_go_into_the_history(terminal: Terminal) -> None:
    terminal.run(lesson())
    terminal.run(lesson(), "--max-attempts", "2")
    connection = sqlite3.connect(Path(os.environ["PLAYGROUND_HOME"], "data", "history.sqlite"))
    try:
        rows = connection.execute("SELECT outcome, attempts, live FROM runs ORDER BY rowid").fetchall()
    finally:
        connection.close()
    assert rows == [("repaired", 3, 0), ("fell_back", 2, 0)]


def test_a_history_that_cannot_be_kept_is_said_and_the_run_goes_on(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "in the way"
    home.write_text("", encoding="utf-8")
    monkeypatch.setenv("PLAYGROUND_HOME", str(home))
    code, output = terminal.run(lesson(), "--language", "en")
    assert (code, output["outcome"]) == (0, "repaired")
    assert "not being kept in the history" in terminal.err
    assert len(terminal.err.splitlines()) == 1


def test_no_key_is_ever_kept(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    with ChatServer(refuse(401, f"Incorrect API key provided: {KEY}")) as server:
        terminal.events(lesson(), "--base-url", server.base_url, "--key-env", "MY_KEY")
    kept = b"".join(file.read_bytes() for file in Path(os.environ["PLAYGROUND_HOME"]).rglob("*") if file.is_file())
    assert len(kept) > 1000
    assert KEY.encode() not in kept


def test_a_fault_of_the_program_is_a_sentence_and_its_details_are_in_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("made up")

    monkeypatch.setattr("playground.commands.run.find_key", broken)
    assert main(["run", lesson(), "--language", "en"]) == 70
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines()), "Traceback" in shown.err) == ("", 1, False)
    log = Path(os.environ["PLAYGROUND_HOME"], "data", "problems.log").read_text(encoding="utf-8")
    assert "ZeroDivisionError: made up" in log
    assert "Traceback" in log


def test_a_fault_inside_a_run_is_told_as_its_end(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("made up")

    monkeypatch.setattr("playground.runs.driver.judge_reply", broken)
    code, output = terminal.run(lesson())
    assert (code, output["outcome"], terminal.err) == (70, "error", "")
    assert "ZeroDivisionError" in Path(os.environ["PLAYGROUND_HOME"], "data", "problems.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("option", "outcome"), [("--fix-small-faults", "accepted"), ("--no-fix-small-faults", "repaired"), ("--json", "repaired")]
)
def test_small_faults_are_fixed_where_it_is_asked_for(terminal: Terminal, option: str, outcome: str) -> None:
    with ChatServer(replies("{'answer': 'no',}", '{"answer": "no"}')) as server:
        _, output = terminal.run(lesson(), "--base-url", server.base_url, option)
    assert (output["outcome"], output["result"]) == (outcome, {"answer": "no"})
    assert ("changes" in output["attempts"][0]["verdict"]) is (outcome == "accepted")


def test_an_answer_that_had_to_be_fixed_is_told_in_words(terminal: Terminal) -> None:
    with ChatServer(replies("{'answer': 'no'}", "{'answer': 'no'}", '{"answer": "no"}')) as server:
        fixed = terminal.words(lesson(), "--base-url", server.base_url, "--fix-small-faults")[1]
        repaired = terminal.words(lesson(), "--base-url", server.base_url)[1]
    sentence = "The reply itself was not valid: small syntax faults were fixed first."
    assert (fixed.count(sentence), repaired.count(sentence)) == (1, 0)


def test_a_variable_without_a_value_is_told_before_the_run(terminal: Terminal, tmp_path: Path) -> None:
    scenario = write_scenario(tmp_path, messages=[{"role": "user", "content": "Does {{food}} contain gluten?"}])
    code, said = terminal.words(scenario)
    assert (code, said.splitlines()[0]) == (
        0,
        "{{food}} has no value, so the model sees it as written. Give it one among the variables, or write the text itself.",
    )
