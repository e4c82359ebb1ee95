"""`playground run`: carries a scenario out without a window."""

import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from playground.commands.arguments import RunOptions
from playground.commands.overrides import NoKey, find_key, origin_of, override
from playground.commands.problem_log import FAULT_EXIT, log_problems
from playground.commands.recording import HistoryRecorder
from playground.commands.run_report import EventsReport, JsonReport, Report, WordsReport
from playground.commands.speech import Speech
from playground.repair.hints import find_hints
from playground.repair.record import Outcome, Run
from playground.repair.scenario import Scenario
from playground.runs.breakdown import FAULT
from playground.runs.engine import Engine
from playground.runs.events import Event, RunEnded
from playground.store.file_problems import FileProblem
from playground.store.folders import find_folders
from playground.store.history import History
from playground.store.scenario_files import open_scenario
from playground.store.settings import load_settings
from playground.store.writer import Writer

_EXIT_CODES = {
    Outcome.ACCEPTED: 0,
    Outcome.REPAIRED: 0,
    Outcome.FELL_BACK: 3,
    Outcome.ERROR: 4,
    Outcome.ENDPOINT_FAILED: 5,
    Outcome.STOPPED: 130,
}
_USAGE = 2
_HISTORY_TIME_LIMIT = 5.0  # seconds for the history's last lines
_LOOK = 0.2  # seconds; Windows notices Ctrl+C only between two looks


def run(options: RunOptions, speech: Speech) -> int:
    """Carry the scenario out and report; the exit code says what came of it."""
    try:
        scenario = override(open_scenario(Path(options.scenario)).scenario, options)
    except FileProblem as unreadable:
        for sentence in (unreadable.text, *unreadable.details):
            speech.say(sentence)
        return _USAGE
    folders = find_folders()
    loaded = load_settings(folders.settings)
    for problem in loaded.problems:
        speech.say(problem)
    settings = loaded.settings
    try:
        key = find_key(scenario, options, settings, speech)
    except NoKey:
        return _USAGE
    allowed = options.allow_plain_http or str(origin_of(scenario.endpoint)) in settings.plain_http_hosts
    for hint in find_hints(scenario):
        speech.say(hint)
    writer = Writer("history")
    history = History(folders.history, writer, speech.say)
    engine = Engine(HistoryRecorder(history))
    try:
        with log_problems(folders):
            ended, told = _carry_out(engine, scenario, key, _choose_report(options, speech), allow_plain_http=allowed)
    finally:
        engine.close()
        history.close()
        writer.close(_HISTORY_TIME_LIMIT)
    code = _exit_code(ended)
    return code if told or code else _USAGE  # nobody can take for a success what could not be written


def _choose_report(options: RunOptions, speech: Speech) -> Report:
    if options.events:
        return EventsReport(speech)
    return JsonReport(speech) if options.json else WordsReport(speech)


def _carry_out(engine: Engine, scenario: Scenario, key: str | None, report: Report, *, allow_plain_http: bool) -> tuple[Run, bool]:
    """Run to the end, and whether that end could be told; Ctrl+C, a kill and a reader who went away stop the run, and its end is still told."""
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    with _stop_signals() as stopped:
        run_id = engine.start(scenario, key, events.put, allow_plain_http=allow_plain_http)
        cancelled = False
        while True:
            if stopped.is_set() and not cancelled:
                cancelled = True
                engine.cancel(run_id)
            try:
                event = events.get(timeout=_LOOK)
            except queue.Empty:
                continue
            told = report.take(event)
            if not told:
                stopped.set()
            if isinstance(event, RunEnded):
                return event.run, told


@contextmanager
def _stop_signals() -> Iterator[threading.Event]:
    """Set by Ctrl+C or a kill; a second one ends the program the usual way."""
    stopped = threading.Event()
    before: dict[signal.Signals, object] = {}

    def stop(number: int, _frame: FrameType | None) -> None:
        stopped.set()
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, stop)
    try:
        yield stopped
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]  # what signal.signal gave


def _exit_code(ended: Run) -> int:
    if ended.error == FAULT:
        return FAULT_EXIT
    if ended.outcome is Outcome.ERROR and not ended.attempts:
        return _USAGE  # refused before the first request: the scenario or its schema is wrong
    return _EXIT_CODES[ended.outcome] if ended.outcome is not None else _USAGE
