from typing import Any

import pytest

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.hints import find_hints
from playground.repair.message import Message, Role
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Listing, text
from tests.repair.cases import make_scenario


def user(content: str) -> Message:
    return Message(Role.USER, content)


@pytest.mark.parametrize(
    ("messages", "variables", "unfilled"),
    [
        ((user("Is {{food}} safe?"),), (), ["food"]),
        ((user("Is {{food}} safe?"),), (("food", "bread"),), []),
        ((user("Is {{food}} safe?"),), (("food", ""),), []),
        ((user("{{ b }} {{a}}"), Message(Role.SYSTEM, "{{b}} {{c d}} {{食べ物}}")), (("a", "1"),), ["b", "c d", "食べ物"]),
        ((user("{food} {{}} {{ }} { {x} }"),), (), []),
        ((user("{{food}}"),), (("food", "{{drink}}"),), []),
        ((), (), []),
    ],
)
def test_variables_without_a_value_are_told(messages: Any, variables: Any, unfilled: list[str]) -> None:
    hints = find_hints(make_scenario(messages=messages, variables=variables))
    named = Listing(tuple(f"{{{{{name}}}}}" for name in unfilled))
    assert hints == ((text("repair.hint.unfilled", names=named, count=len(unfilled)),) if unfilled else ())


def test_braces_without_end_do_no_harm() -> None:
    content = "{{" + " " * 200_000 + "{{a" * 50_000
    assert find_hints(make_scenario(messages=(user(content),))) == ()


@pytest.mark.parametrize("language", Language)
def test_the_name_is_said_in_its_braces(language: Language) -> None:
    (one,) = find_hints(make_scenario(messages=(user("{{food}}"),)))
    (two,) = find_hints(make_scenario(messages=(user("{{food}} {{drink}}"),)))
    assert "{{food}}" in render(one, language)
    assert "{{drink}}" in render(two, language)


@pytest.mark.parametrize(
    ("mode", "content", "told"),
    [
        (Mode.JSON, "Is it safe?", True),
        (Mode.JSON, "Answer as json.", False),
        (Mode.JSON, "{{how}}", False),
        (Mode.PROMPT, "Is it safe?", False),
        (Mode.SCHEMA, "Is it safe?", False),
    ],
)
def test_json_mode_without_the_word_is_told(mode: Mode, content: str, told: bool) -> None:
    scenario = make_scenario(messages=(user(content),), variables=(("how", "JSON only"),), endpoint=EndpointSettings(mode=mode))
    assert [hint.id for hint in find_hints(scenario)] == ["repair.hint.json_unasked"] * told
