import json
from typing import Any

import pytest

from playground.repair.fillers import asked_words, find_fillers, is_filler
from playground.repair.message import Message, Role
from playground.words.catalogues import wording
from playground.words.language import Language


@pytest.mark.parametrize(
    "content",
    [
        "TODO", "todo:", " N/A ", "n.a.", "None", "null", "string", "<name>", "[your name here]", "{{city}}", "{city}", "...", "…", "-", "?",
        "???", "xxx", "___", "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor", "Not specified.", "YYYY-MM-DD",
        "à compléter", "À COMPLÉTER", "Non renseigné.", "例", "未定", "不明。", "（未入力）", "【名前】", "do uzupełnienia", "Brak danych", "nie podano",
        "“TBD”", "“Unknown”",
    ],
)  # fmt: skip
def test_what_says_nothing_is_filler(content: str) -> None:
    assert is_filler(content)


@pytest.mark.parametrize(
    "content",
    [
        "", " ", "x", "A", "yes", "0", "3.14", "todo list", "string quartet", "Nancy", "Example Street 4", "例えば", "Braking", "in [brackets] and more",
        "<a> and <b>", "x" + "y" * 100, "no", "Maria Nowak", "2026-01-01", "lorem",
    ],
)  # fmt: skip
def test_what_may_be_an_answer_is_not(content: str) -> None:
    assert not is_filler(content)


@pytest.mark.parametrize("language", Language)
def test_every_word_of_every_language_is_known_by_itself(language: Language) -> None:
    words = wording("repair.filler_words", language).split("\n")
    assert len(words) > 20
    assert [word for word in words if not is_filler(word.upper())] == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": "TODO"}, [("/a", "TODO")]),
        ({"a": "TODO"}, {"a": "TODO"}, []),
        ({}, {"b": "TBD", "a": ["x", "..."]}, [("/b", "TBD"), ("/a/1", "...")]),
        ({"a": ["..."]}, {"a": ["...", "..."]}, [("/a/1", "...")]),
        ({"a": ["..."]}, {"a": {"0": "..."}}, [("/a/0", "...")]),
        (3, "N/A", [("", "N/A")]),
        ({}, {"a/b": {"c": "N/A"}}, [("/a~1b/c", "N/A")]),
        ({}, {"a": "unknown", "b": "Unknown "}, []),
        ({}, {"a": 1, "b": None, "c": True}, []),
    ],
)
def test_only_filler_that_was_put_in_unasked_is_found(before: Any, after: Any, found: list[tuple[str, str]]) -> None:
    assert list(find_fillers(before, after, {"unknown"})) == found


def test_what_the_schema_names_as_a_value_is_asked_for() -> None:
    schema = json.loads(
        '{"type": "string", "properties": {"a": {"enum": ["N/A", 3]}, "b": {"const": "None"}, "c": {"default": "unknown"},'
        ' "d": {"examples": ["tbd"], "enum": 5}}, "anyOf": [{"const": "null"}]}'
    )
    assert asked_words(schema, ()) == {"n/a", "none", "unknown", "tbd", "null"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('If the age is missing, write "Unknown".', {"unknown"}),
        ("Sinon, écrivez « inconnu ».", {"inconnu"}),
        ("なければ「不明」と書いてください。", {"不明"}),
        ("W przeciwnym razie wpisz „brak”.", {"brak"}),
        ("Use `n/a` where nothing is known.", {"n/a"}),
        ("Nothing is unknown here.", set()),
    ],
)
def test_what_the_prompt_quotes_is_asked_for(content: str, words: set[str]) -> None:
    assert asked_words({}, (Message(Role.USER, content),)) == words


def test_deep_and_wide_values_do_no_harm() -> None:
    deep: Any = "TODO"
    for _ in range(3000):
        deep = [deep]
    assert find_fillers(None, deep, ()) == (("/0" * 3000, "TODO"),)
    assert find_fillers([""] * 20_000, ["a"] * 20_000, ()) == ()
