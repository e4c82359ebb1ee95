"""The command `playground`: the window without an argument, else a subcommand. Loads only what the asked thing needs."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.commands.speech import Speech
    from playground.words.language import Language


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out what was typed and return the exit code; `argv` is without the program's own name."""
    try:
        return _start(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:  # at any moment, while parts are still being loaded too
        return 130


def _start(arguments: list[str]) -> int:
    from playground.commands.speech import Speech, system_language  # noqa: PLC0415 - see the module's rule

    speech = Speech(system_language())
    try:
        return _carry_out(arguments, speech)
    except SystemExit as ending:  # argparse ends so after the manual or the version
        return ending.code if isinstance(ending.code, int) else 0
    except Exception as error:
        if os.environ.get("PLAYGROUND_DEBUG"):
            raise
        from playground.commands.problem_log import report_fault  # noqa: PLC0415 - as above

        return report_fault(error, speech)


def _carry_out(arguments: list[str], speech: "Speech") -> int:
    if not arguments:
        return _open_window(None, None, speech)
    if arguments == ["judge-beside"]:
        from playground.runs.side_process import serve  # noqa: PLC0415 - as above

        return serve()
    from playground.commands import arguments as manual  # noqa: PLC0415 - argparse is not needed for the window

    asked = manual.find_language(arguments)
    speech.language = asked or speech.language
    command, rest = arguments[0], arguments[1:]
    try:
        match command:
            case "check":
                from playground.commands.check import check  # noqa: PLC0415 - as above

                return check(manual.read_check(rest, speech), speech)
            case "run":
                from playground.commands.run import run  # noqa: PLC0415 - as above

                return run(manual.read_run(rest, speech), speech)
            case "practice":
                from playground.commands.practice import practice  # noqa: PLC0415 - as above

                return practice(manual.read_practice(rest, speech), speech)
            case "selftest":
                from playground.commands.selftest import selftest  # noqa: PLC0415 - as above

                return selftest(manual.read_selftest(rest, speech), speech)
            case _:
                scenario = manual.read_window(arguments, speech)
                return _open_window(scenario, asked, speech)
    except manual.WrongUsage:
        return 2


def _open_window(scenario: str | None, language: "Language | None", speech: "Speech") -> int:
    from playground.commands.window import WindowOptions, open_window  # noqa: PLC0415 - as above

    return open_window(WindowOptions(Path(scenario) if scenario else None, language), speech)


if __name__ == "__main__":
    sys.exit(main())
