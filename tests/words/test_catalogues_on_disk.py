"""All catalogues of all parts: complete, alike, compiled fresh, and holding every sentence that the code names."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from playground.words.language import Language
from playground.words.wordings import _catalogue, _singular, wording

ROOT = Path(__file__).resolve().parent.parent.parent
_ID = re.compile(r"[a-z_]+(\.[A-Za-z0-9_-]+)+")
_MAKERS = {"text", "Text"}


def _load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("packaging_words", ROOT / "packaging" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _load_tool()


def test_the_catalogues_are_whole_alike_and_compiled() -> None:
    assert tool.find_problems() == []


def _find_ids(path: Path) -> Iterator[tuple[str, int]]:
    """The id of each Text made in a file, with its line; an f-string gives its fixed beginning, with a trailing *."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, node.lineno
            elif isinstance(first, ast.JoinedStr) and first.values and isinstance(first.values[0], ast.Constant):
                yield f"{first.values[0].value!s}*", node.lineno


def _list_sentences() -> set[str]:
    return {id for path in (ROOT / "resources" / "words").glob("*/en.po") for id in tool._wordings(tool.read_catalogue(path))}


def test_no_sentence_that_the_code_names_is_missing() -> None:
    sentences = _list_sentences()
    named = [(id, path, line) for path in sorted((ROOT / "playground").rglob("*.py")) for id, line in _find_ids(path)]
    assert named
    missing = [
        f"{path.relative_to(ROOT)}:{line} names {id}"
        for id, path, line in named
        if not (id in sentences or (id.endswith("*") and any(sentence.startswith(id[:-1]) for sentence in sentences)))
    ]
    assert missing == []


def test_each_id_is_a_domain_and_a_name() -> None:
    assert [id for id in _list_sentences() if not _ID.fullmatch(id)] == []


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with one domain whose four catalogues disagree."""
    domain = tmp_path / "demo"
    domain.mkdir()
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    english = 'msgid "demo.a"\nmsgstr "A {x}"\n\nmsgid "demo.n"\nmsgid_plural "demo.n"\nmsgstr[0] "one"\nmsgstr[1] "{count}"\n'
    for language in Language:
        (domain / f"{language}.po").write_text(head + english, encoding="utf-8")
    (domain / "fr.po").write_text(head + english.replace("A {x}", "A {y}").replace("demo.n", "other.n"), encoding="utf-8")
    (domain / "ja.po").write_text(head + english.replace('"A {x}"', '""').replace('msgstr[1] "{count}"\n', ""), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "problem",
    [
        "demo/fr.po: demo.a fills in other placeholders than en.po",
        "demo/fr.po lacks demo.n.",
        "demo/fr.po has other.n, which en.po lacks.",
        "demo/fr.po: other.n does not begin with demo.",
        "demo/ja.po: demo.a has no wording",
        "demo/pl.po: demo.n has no wording, or one of its plural forms",
        "en.mo is not the compiled form of en.po",
    ],
)
def test_the_check_finds_each_kind_of_mistake(broken: Path, problem: str) -> None:
    assert any(problem in found for found in tool.find_problems(broken))


def test_the_check_says_where_a_catalogue_cannot_be_read(broken: Path) -> None:
    (broken / "demo" / "ja.po").write_bytes((broken / "demo" / "en.po").read_bytes())
    assert [found.partition(":")[0] for found in tool.find_problems(broken)] == ["words/demo cannot be read"]


def test_the_check_misses_no_absent_language(broken: Path) -> None:
    (broken / "demo" / "pl.po").unlink()
    assert [found.rpartition("/")[2] for found in tool.find_problems(broken)] == ["pl.po is missing."]


@pytest.mark.parametrize("damage", [b"damaged", b"", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_sentence_lacking_in_a_language_is_said_in_english(monkeypatch: pytest.MonkeyPatch, broken: Path, damage: bytes) -> None:
    (broken / "demo" / "en.mo").write_bytes(tool.compile_catalogue(broken / "demo" / "en.po"))
    (broken / "demo" / "fr.mo").write_bytes(damage)
    monkeypatch.setattr("playground.words.wordings.resource", lambda *parts: broken.joinpath(*parts[1:]))
    _forget_catalogues()
    assert wording("demo.a", Language.FRENCH) == "A {x}"
    assert wording("demo.n", Language.JAPANESE, count=3) == "{count}"
    _forget_catalogues()


def _forget_catalogues() -> None:
    _catalogue.cache_clear()
    _singular.cache_clear()
