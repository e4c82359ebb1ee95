"""`playground` without a command: opens the window, or says in one sentence why that is impossible."""

import signal
from pathlib import Path
from typing import NamedTuple

from playground.commands.display import describe_import_error, find_display_problem
from playground.commands.speech import Speech
from playground.words.language import Language


class WindowOptions(NamedTuple):
    """What the command line says about the window; None is "as the settings have it"."""

    scenario: Path | None = None
    language: Language | None = None


def open_window(options: WindowOptions, speech: Speech) -> int:
    """Run the window until it is closed; 2 if this machine cannot show one."""
    problem = find_display_problem()
    if problem is None:
        try:
            from playground.window.application import run_window  # noqa: PLC0415 - Qt is loaded here and nowhere earlier
        except ImportError as error:
            problem = describe_import_error(error)
            if problem is None:
                raise
        else:
            # Qt's loop gives Python no turn in which it could notice Ctrl+C; ended like this, unsaved work is offered next time.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            return run_window(options)
    speech.say(problem)
    return 2
