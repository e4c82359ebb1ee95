"""The parts that `playground selftest` tries, each a function that gives a detail for people or raises."""

import importlib
import json
import os
import pkgutil
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import playground
from playground.commands.display import describe_import_error, find_display_problem
from playground.commands.recording import HistoryRecorder
from playground.commands.speech import Speech
from playground.repair.message import Role
from playground.repair.record import Outcome, Run
from playground.repair.scenario import SampleRule
from playground.resources import resource
from playground.runs.engine import Engine
from playground.runs.events import Event, RunEnded
from playground.store.folders import Folders
from playground.store.history import History
from playground.store.keys import KeyState, KeyStore
from playground.store.scenario_files import list_lessons, open_scenario
from playground.store.settings import Settings, load_settings, save_settings
from playground.store.writer import Writer
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Status
from playground.words.catalogues import wording
from playground.words.language import Language
from playground.words.text import Text, text

_RESOURCES = ("endpoints", "fonts", "icons", "lessons", "schemas", "themes", "words")
_WAIT = 30.0  # seconds for one part


class Failure(Exception):
    """A part is not sound; the message says why."""


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the parts are tried: a folder of its own, and who speaks."""

    home: Path
    speech: Speech


def steps() -> Iterator[tuple[Text, Callable[[Bench], str]]]:
    """The parts in their order, each with its name."""
    yield text("cli.selftest.imports"), _import_all
    yield text("cli.selftest.resources"), _read_resources
    yield text("cli.selftest.words"), _speak
    yield text("cli.selftest.schema"), _judge
    yield text("cli.selftest.tls"), _secure
    yield text("cli.selftest.keyring"), _name_keyring
    yield text("cli.selftest.store"), _keep
    yield text("cli.selftest.repair"), _repair
    yield text("cli.selftest.window"), _show


def _import_all(bench: Bench) -> str:
    names = [module.name for module in pkgutil.walk_packages(playground.__path__, "playground.")]
    if not names:
        raise Failure("no module was found")
    for name in names:
        if name == "playground.__main__":
            continue
        try:
            importlib.import_module(name)
        except ImportError as error:
            problem = describe_import_error(error)
            raise Failure(bench.speech.word(problem) if problem else f"{name}: {error}") from error
    return str(len(names))


def _read_resources(_bench: Bench) -> str:
    count = 0
    for folder in _RESOURCES:
        files = [path for path in resource(folder).rglob("*") if path.is_file()]
        if not files:
            raise Failure(str(resource(folder)))
        for file in files:
            content = file.read_bytes()
            if file.suffix == ".json":
                json.loads(content)
        count += len(files)
    return str(count)


def _speak(_bench: Bench) -> str:
    for language in Language:
        spoken = wording("cli.selftest.sound", language)
        if spoken == "cli.selftest.sound" or (
            language is not Language.ENGLISH and spoken == wording("cli.selftest.sound", Language.ENGLISH)
        ):
            raise Failure(language.value)
    return ", ".join(Language)


def _judge(_bench: Bench) -> str:
    schema = check('{"type": "object", "required": ["a"], "properties": {"a": {"pattern": "^x"}}}', assert_formats=True)
    found = [judge(reply, schema).status for reply in ('{"a": "x"}', 'Sure! ```json\n{"a": "y"}\n```', "no", '{"a": ')]
    expected = [Status.VALID, Status.INVALID, Status.NO_JSON, Status.CUT_OFF]
    if found != expected:
        raise Failure(", ".join(found))
    return ", ".join(found)


def _secure(_bench: Bench) -> str:
    import certifi  # noqa: PLC0415 - only here

    context = ssl.create_default_context(cafile=certifi.where())
    authorities = context.cert_store_stats()["x509_ca"]
    if not authorities:
        raise Failure(certifi.where())
    return f"{ssl.OPENSSL_VERSION}, {authorities}"


def _name_keyring(bench: Bench) -> str:
    report = KeyStore().describe_keyring().result(_WAIT * 2)
    if report.state is KeyState.TIMED_OUT:
        raise Failure(bench.speech.word(report.message))
    if report.state is KeyState.UNAVAILABLE or not report.backend:
        return bench.speech.word(report.message)
    return report.backend


def _keep(bench: Bench) -> str:
    folders = _folders(bench)
    settings = Settings(theme="cream").with_recent("はい.json")
    save_settings(folders.settings, settings)
    if load_settings(folders.settings).settings != settings:
        raise Failure(str(folders.settings))
    return ""


def _repair(bench: Bench) -> str:
    """The first lesson, from its recorded samples, kept in a history and read back."""
    scenario = open_scenario(list_lessons()[0].scenario_file(Language.ENGLISH)).scenario
    if scenario.samples.rule is not SampleRule.ALWAYS:
        raise Failure(scenario.samples.rule)
    writer = Writer("history")
    complaints: list[str] = []
    history = History(_folders(bench).history, writer, lambda problem: complaints.append(bench.speech.word(problem)))
    engine = Engine(HistoryRecorder(history))
    events: SimpleQueue[Event] = SimpleQueue()
    try:
        engine.start(scenario, None, events.put)
        run = _wait_for_end(events)
        kept = history.kept_run(run.id).result(_WAIT)
    finally:
        engine.close()
        history.close()
        writer.close(_WAIT)
    if complaints or kept is None or kept.run != run:
        raise Failure("; ".join(complaints) or str(_folders(bench).history))
    sizes = [sum(message.role is not Role.SYSTEM for message in attempt.request.messages) for attempt in run.attempts]
    statuses = [attempt.verdict.status for attempt in run.attempts]
    detail = f"{run.outcome}: {', '.join(statuses)}"
    if run.outcome is not Outcome.REPAIRED or sizes != [1, 3, 5] or statuses[-1] is not Status.VALID:
        raise Failure(detail)
    return detail


def _wait_for_end(events: "SimpleQueue[Event]") -> Run:
    while True:
        event = events.get(timeout=_WAIT)
        if isinstance(event, RunEnded):
            return event.run


def _show(bench: Bench) -> str:
    if find_display_problem() is not None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from playground.window.proof import prove_window  # noqa: PLC0415 - Qt reads the variable when it is loaded

    proof = prove_window(bench.home / "window", bench.speech.language)
    detail = f"{proof.platform}, {proof.width} × {proof.height}, {proof.colours}"
    if proof.complaints:
        raise Failure("; ".join(proof.complaints[:3]))
    if proof.colours < 8:  # a uniform picture has one, an empty window a few
        raise Failure(detail)
    return detail


def _folders(bench: Bench) -> Folders:
    return Folders(bench.home / "config", bench.home / "data")
