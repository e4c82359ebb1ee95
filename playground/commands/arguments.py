"""What can be typed behind `playground`, and its manual."""

import argparse
import shutil
import textwrap
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from playground import __version__
from playground.commands.speech import Speech
from playground.endpoints.practice.settings import DEFAULT_PRESET, practice_presets
from playground.repair.endpoint_settings import Mode
from playground.repair.scenario import MAX_ATTEMPTS_LIMIT, Strategy
from playground.store.folders import find_folders
from playground.words.language import Language
from playground.words.text import Text, text

_WIDEST = 100  # columns that are still read with ease
_PORT = 8765
_LAST_PORT = 65_535
_FASTEST = 100_000  # tokens a second
COMMANDS = ("run", "check", "practice", "selftest")


class WrongUsage(Exception):
    """Something was typed that makes no sense; the person has been told."""


class Manual(argparse.ArgumentParser):
    """A parser whose help is a manual page, in the person's language, and whose errors are two lines on standard error."""

    def __init__(self, name: str, speech: Speech) -> None:
        self._speech = speech
        key = name.rpartition(" ")[2]
        super().__init__(
            prog=name,
            usage=speech.word(text(f"cli.{key}.synopsis")),
            description=_wrap(speech.word(text(f"cli.{key}.description"))),
            epilog="\n\n".join(self._sections(key)),
            formatter_class=_in_language(speech),
            add_help=False,
            allow_abbrev=False,
        )
        self._group = self.add_argument_group(speech.word(text("cli.heading.options")))
        self.option("-h", "--help", help_="cli.option.help", action="help")

    def option(self, *names: str, help_: str, **how: object) -> None:
        """One option or operand; `help_` is the id of its sentence."""
        self._group.add_argument(*names, help=self._speech.word(Text(help_)), **how)  # type: ignore[arg-type]  # argparse's own

    def error(self, message: str) -> NoReturn:
        """Say what is wrong (in argparse's English) and where the manual is."""
        self._speech.say(f"{self.prog}: {message}")
        self._speech.say(text("cli.see_manual", command=f"{self.prog} --help"))
        raise WrongUsage(message)

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002 - argparse's own signature
        # The manual was asked for, so it belongs on standard output; argparse would write to a stream that may be absent.
        if message:
            self._speech.give(message.rstrip("\n"))

    def _sections(self, key: str) -> list[str]:
        folders = find_folders()
        parts = {
            "exit": text(f"cli.{key}.exit"),
            "examples": text(f"cli.{key}.examples"),
            "files": text("cli.files", config=str(folders.config), data=str(folders.data)),
            "environment": text("cli.environment"),
        }
        word = self._speech.word
        return [f"{word(text(f'cli.heading.{name}'))}:\n{_indent(word(part))}" for name, part in parts.items()]


def _indent(lines: str) -> str:
    return "\n".join(f"  {line}" if line else "" for line in _wrap(lines).split("\n"))


def _wrap(lines: str) -> str:
    """Lines as short as the terminal is wide. Japanese has no spaces to break at; the terminal breaks it anywhere."""
    width = min(shutil.get_terminal_size().columns, _WIDEST) - 4
    return "\n".join(
        "\n".join(textwrap.wrap(line, max(width, 20), break_long_words=False, break_on_hyphens=False)) if "  " not in line else line
        for line in lines.split("\n")
    )


def _in_language(speech: Speech) -> type[argparse.HelpFormatter]:
    prefix = speech.word(text("cli.heading.synopsis")) + ":\n  "

    class Formatter(argparse.RawDescriptionHelpFormatter):
        def add_usage(self, usage, actions, groups, prefix=prefix):  # type: ignore[no-untyped-def]
            super().add_usage(usage, actions, groups, prefix)

    return Formatter


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`playground check`; "-" is standard input. Either `schema` or `scenario` is given; without any reply the scenario's cases
    are checked."""

    schema: str | None = None
    scenario: str | None = None
    reply: str | None = None
    replies: str | None = None
    formats: bool = False
    fix_small_faults: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class RunOptions:
    """`playground run`; None leaves it as the scenario has it."""

    scenario: str
    base_url: str | None = None
    model: str | None = None
    key_env: str | None = None
    max_attempts: int | None = None
    mode: Mode | None = None
    strategy: Strategy | None = None
    timeout: float | None = None
    samples: bool | None = None
    fix_small_faults: bool | None = None
    allow_plain_http: bool = False
    json: bool = False
    events: bool = False


@dataclass(frozen=True, slots=True)
class PracticeOptions:
    """`playground practice`; port 0 lets the system choose one, None is as the preset has it. The speed is in tokens a second."""

    port: int = _PORT
    preset: str = DEFAULT_PRESET
    seed: int = 1
    speed: float | None = None


@dataclass(frozen=True, slots=True)
class SelftestOptions:
    """`playground selftest`; the limit is in seconds."""

    report: str | None = None
    time_limit: float = 120.0


def read_check(arguments: list[str], speech: Speech) -> CheckOptions:
    """Raises WrongUsage, or SystemExit after the manual was shown."""
    parser = Manual("playground check", speech)
    parser.option("scenario", help_="cli.option.check_scenario", metavar="SCENARIO", nargs="?")
    parser.option("--schema", help_="cli.option.schema", metavar="FILE")
    parser.option("--reply", help_="cli.option.reply", metavar="FILE")
    parser.option("--replies", help_="cli.option.replies", metavar="FILE")
    parser.option("--formats", help_="cli.option.formats", action="store_true")
    parser.option("--fix-small-faults", help_="cli.option.fix_small_faults", action="store_true")
    _language_option(parser)
    parser.option("--json", help_="cli.option.json", action="store_true")
    read = parser.parse_args(arguments)
    if (read.schema is None) == (read.scenario is None):
        parser.error(speech.word(text("cli.schema_or_scenario")))
    if read.reply is not None and read.replies is not None:
        parser.error(speech.word(text("cli.reply_or_replies")))
    from_input = read.schema is not None and read.reply is None and read.replies is None
    return CheckOptions(
        schema=read.schema,
        scenario=read.scenario,
        reply="-" if from_input else read.reply,
        replies=read.replies,
        formats=read.formats,
        fix_small_faults=read.fix_small_faults,
        json=read.json,
    )


def read_run(arguments: list[str], speech: Speech) -> RunOptions:
    """Raises WrongUsage, or SystemExit after the manual was shown."""
    parser = Manual("playground run", speech)
    parser.option("scenario", help_="cli.option.scenario", metavar="SCENARIO")
    parser.option("--base-url", help_="cli.option.base_url", metavar="URL")
    parser.option("--model", help_="cli.option.model", metavar="NAME")
    parser.option("--key-env", help_="cli.option.key_env", metavar="VARIABLE")
    parser.option("--max-attempts", help_="cli.option.max_attempts", metavar="N", type=_Attempts(speech))
    parser.option("--mode", help_="cli.option.mode", choices=_values(Mode))
    parser.option("--strategy", help_="cli.option.strategy", choices=_values(Strategy))
    parser.option("--timeout", help_="cli.option.timeout", metavar="SECONDS", type=_Seconds(speech))
    parser.option("--samples", help_="cli.option.samples", action=argparse.BooleanOptionalAction, default=None)
    parser.option("--fix-small-faults", help_="cli.option.fix_small_faults", action=argparse.BooleanOptionalAction, default=None)
    parser.option("--allow-plain-http", help_="cli.option.allow_plain_http", action="store_true")
    _language_option(parser)
    parser.option("--json", help_="cli.option.run_json", action="store_true")
    parser.option("--events", help_="cli.option.events", action="store_true")
    read = parser.parse_args(arguments)
    if read.json and read.events:
        parser.error(speech.word(text("cli.json_or_events")))
    return RunOptions(
        scenario=read.scenario,
        base_url=read.base_url,
        model=read.model,
        key_env=read.key_env,
        max_attempts=read.max_attempts,
        mode=Mode(read.mode) if read.mode else None,
        strategy=Strategy(read.strategy) if read.strategy else None,
        timeout=read.timeout,
        samples=read.samples,
        fix_small_faults=read.fix_small_faults,
        allow_plain_http=read.allow_plain_http,
        json=read.json,
        events=read.events,
    )


def read_practice(arguments: list[str], speech: Speech) -> PracticeOptions:
    """Raises WrongUsage, or SystemExit after the manual was shown."""
    parser = Manual("playground practice", speech)
    presets = [preset.id for preset in practice_presets()]
    parser.option("--port", help_="cli.option.practice_port", metavar="N", type=int, default=_PORT)
    parser.option("--preset", help_="cli.option.practice_preset", choices=presets, default=DEFAULT_PRESET)
    parser.option("--seed", help_="cli.option.practice_seed", metavar="N", type=int, default=1)
    parser.option("--speed", help_="cli.option.practice_speed", metavar="TOKENS", type=float)
    _language_option(parser)
    read = parser.parse_args(arguments)
    if not 0 <= read.port <= _LAST_PORT:
        parser.error(speech.word(text("cli.port_limits", most=str(_LAST_PORT))))
    if read.speed is not None and not 0 <= read.speed <= _FASTEST:
        parser.error(speech.word(text("cli.speed_limits")))
    return PracticeOptions(read.port, read.preset, read.seed, read.speed)


def read_selftest(arguments: list[str], speech: Speech) -> SelftestOptions:
    """Raises WrongUsage, or SystemExit after the manual was shown."""
    parser = Manual("playground selftest", speech)
    parser.option("--report", help_="cli.option.report", metavar="FILE")
    parser.option("--timeout", help_="cli.option.selftest_timeout", metavar="SECONDS", type=_Seconds(speech), default=120.0)
    _language_option(parser)
    read = parser.parse_args(arguments)
    return SelftestOptions(read.report, read.timeout)


def read_window(arguments: list[str], speech: Speech) -> str | None:
    """The scenario file to open, if one was named. Raises WrongUsage, or SystemExit after the manual or version was shown."""
    parser = Manual("playground", speech)
    parser.option("scenario", help_="cli.option.window_scenario", metavar="SCENARIO", nargs="?")
    parser.option("--version", help_="cli.option.version", action="version", version=f"playground {__version__}")
    _language_option(parser)
    first = arguments[0] if arguments else "-"
    if not first.startswith("-") and not any(mark in first for mark in "./\\"):
        # A word without a dot is a command that does not exist rather than a file, whatever follows it.
        parser.error(speech.word(text("cli.no_such_command", command=first, commands=", ".join(COMMANDS))))
    scenario: str | None = parser.parse_args(arguments).scenario
    return scenario


def find_language(arguments: list[str]) -> Language | None:
    """The language asked for, found before the arguments are read, so that even their faults are said in it."""
    for place, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            asked = value if equals else next(iter(arguments[place + 1 :]), "")
            return Language(asked) if asked in set(Language) else None
    return None


def _language_option(parser: Manual) -> None:
    parser.option("--language", help_="cli.option.language", choices=_values(Language))


def _values(kind: type[Enum]) -> list[str]:
    return [str(member.value) for member in kind]


class _Attempts:
    def __init__(self, speech: Speech) -> None:
        self._message = speech.word(text("cli.attempts_limits", most=MAX_ATTEMPTS_LIMIT))

    def __call__(self, typed: str) -> int:
        try:
            number = int(typed)
        except ValueError:
            raise argparse.ArgumentTypeError(self._message) from None
        if not 1 <= number <= MAX_ATTEMPTS_LIMIT:
            raise argparse.ArgumentTypeError(self._message)
        return number


class _Seconds:
    def __init__(self, speech: Speech) -> None:
        self._message = speech.word(text("cli.seconds_limits"))

    def __call__(self, typed: str) -> float:
        try:
            number = float(typed)
        except ValueError:
            raise argparse.ArgumentTypeError(self._message) from None
        if not 0 < number <= 86_400:
            raise argparse.ArgumentTypeError(self._message)
        return number
