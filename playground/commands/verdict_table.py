"""Verdicts as rows of a table for a terminal. Rows are told one by one, so that the columns have their widths beforehand."""

from unicodedata import east_asian_width

from playground.commands.speech import Speech
from playground.repair.cases import CaseResult
from playground.verdict.violations import Status, Verdict
from playground.words.quoting import make_visible
from playground.words.text import text

_NAME = 32  # columns; a longer name is shortened
_GAP = "  "
_GOOD, _BAD = "✓", "✗"


class ReplyTable:
    """One row for each reply: its name, what it is worth, how much is wrong with it, and the first of that."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._rows = _Rows(speech, [f"check.status.{status}" for status in Status])

    def add(self, name: str, verdict: Verdict) -> None:
        """The next row; above the first one stand the headings."""
        self._rows.begin("check.column.name", "check.column.status", "check.column.count", "check.column.first")
        sign = _GOOD if verdict.status is Status.VALID else _BAD
        self._rows.say(sign, name, f"check.status.{verdict.status}", *_findings(verdict, self._speech))


class CaseTable:
    """One row for each case: its title, what it should do, and, where it does not, what was found."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._rows = _Rows(speech, ["check.should_pass", "check.should_fail"])

    def add(self, title: str, result: CaseResult) -> None:
        """The next row; above the first one stand the headings."""
        self._rows.begin("check.column.name", "cli.column.should", "check.column.count", "check.column.status")
        count, first = _findings(result.verdict, self._speech)
        found = self._speech.word(text(f"check.status.{result.verdict.status}"))
        said = f"{found}: {first}" if first and (result.verdict.changes or not result.as_expected) else found
        should = "check.should_pass" if result.case.should_pass else "check.should_fail"
        self._rows.say(_GOOD if result.as_expected else _BAD, title, should, count, said)


class _Rows:
    """A sign, a name, a word, a number, and the rest of the line. `words` are all that can stand in the second column."""

    def __init__(self, speech: Speech, words: list[str]) -> None:
        self._speech = speech
        self._words = words
        self._begun = False
        self._width = self._count = 0

    def begin(self, name: str, word: str, count: str, rest: str) -> None:
        if self._begun:
            return
        self._begun = True
        say = self._speech.word
        self._width = max(_columns(say(text(id))) for id in (*self._words, word))
        self._count = _columns(say(text(count)))
        self._line(" ", say(text(name)), say(text(word)), say(text(count)), say(text(rest)))

    def say(self, sign: str, name: str, word: str, count: str, rest: str) -> None:
        self._line(sign, _fit(make_visible(name)), self._speech.word(text(word)), count, rest)

    def _line(self, sign: str, name: str, word: str, count: str, rest: str) -> None:
        padded = (_pad(name, _NAME), _pad(word, self._width), " " * (self._count - _columns(count)) + count, rest)
        self._speech.say(f"{sign} {_GAP.join(padded)}".rstrip())


def _findings(verdict: Verdict, speech: Speech) -> tuple[str, str]:
    """How many violations or faults there are, and the first of them in words; of a valid reply, that it had to be fixed."""
    if verdict.violations:
        first = verdict.violations[0]
        place = f"  [{make_visible(first.path)}]" if first.path else ""
        return str(len(verdict.violations)), speech.word(first.message) + place
    if verdict.faults:
        return str(len(verdict.faults)), speech.word(verdict.faults[0].message)
    fixed = next((speech.word(note.message) for note in verdict.notes if note.kind == "fixed"), "")
    return "", fixed


def _columns(words: str) -> int:
    """How many columns of a terminal the words take."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in words)


def _pad(words: str, width: int) -> str:
    return words + " " * (width - _columns(words))


def _fit(name: str) -> str:
    if _columns(name) <= _NAME:
        return name
    while _columns(name) > _NAME - 1:
        name = name[:-1]
    return name + "…"
