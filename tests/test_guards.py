"""Guards over what this program stands on."""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from re import _constants as codes  # type: ignore[attr-defined]  # the standard library keeps its parser to itself
from re import _parser as parser  # type: ignore[attr-defined]  # as above
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import playground


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_calls_keep_their_references_to_none(qtbot: QtBot) -> None:
    """PySide6 6.12.0 took one reference off None at each call that returns nothing, and aborted after some thousand."""
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(200):
        widget.update()
    assert sys.getrefcount(None) > before - 100


@pytest.mark.parametrize(
    ("pattern", "wrong"),
    [
        (r"(?:a|</?s>)*+", True),
        (r"(?:[^*]|\*(?!/))*+", True),
        (r"(?>a|b+)", True),
        (r'"(?:[^"\\]++|\\.)*+"', False),
        (r"\s*+", False),
    ],
)
def test_the_watch_over_patterns_knows_a_wrong_one(pattern: str, wrong: bool) -> None:
    assert is_misread(pattern) is wrong


def test_no_pattern_is_misread_by_an_older_python() -> None:
    """Before 3.11.5 (Debian 12 has 3.11.2) a possessive group errs if a part of it is optional, repeated or looks around."""
    modules = [module.name for module in pkgutil.walk_packages(playground.__path__, "playground.") if "__main__" not in module.name]
    patterns = {
        f"{name}.{word}": value.pattern
        for name in modules
        for word, value in vars(importlib.import_module(name)).items()
        if isinstance(value, re.Pattern)
    }
    assert len(patterns) > 30
    assert [name for name, pattern in patterns.items() if is_misread(pattern)] == []


def is_misread(pattern: str) -> bool:
    """True if the pattern has a possessive repeat, or an atomic group, of something that could have matched otherwise."""
    return any(
        operator in POSSESSIVE and any(each in WAVERING for each in _walk(body))
        for operator, body in _repeats(parser.parse(pattern))
    )


POSSESSIVE = {codes.POSSESSIVE_REPEAT, codes.ATOMIC_GROUP}
WAVERING = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.ASSERT, codes.ASSERT_NOT}


def _repeats(part: Any) -> Iterator[tuple[Any, Any]]:
    for operator, arguments in part:
        for body in _bodies(arguments):
            yield operator, body
            yield from _repeats(body)


def _walk(part: Any) -> Iterator[Any]:
    for operator, arguments in part:
        yield operator
        for body in _bodies(arguments):
            yield from _walk(body)


def _bodies(arguments: Any) -> Iterable[Any]:
    if isinstance(arguments, parser.SubPattern):
        yield arguments
    elif isinstance(arguments, tuple | list):
        for each in arguments:
            yield from _bodies(each)
