"""All catalogues of all parts: complete, alike, compiled fresh, and holding every sentence that the code names."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from playground.words.catalogues import _catalogue, _singular, wording
from playground.words.language import Language

ROOT = Path(__file__).resolve().parent.parent.parent
_ID = re.compile(r"[a-z_]+(\.[A-Za-z0-9_-]+)+")


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


def _find_ids(path: Path, named: re.Pattern[str]) -> Iterator[tuple[re.Pattern[str], int]]:
    """What in a file reads like the id of a sentence, with its line: strings, and f-strings as patterns."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            pattern = re.escape(node.value)
            if named.fullmatch(node.value):
                yield re.compile(pattern), node.lineno
        elif isinstance(node, ast.JoinedStr):
            pieces = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if named.fullmatch("".join("x" if piece is None else str(piece) for piece in pieces)):
                yield re.compile("".join(".+" if piece is None else re.escape(str(piece)) for piece in pieces)), node.lineno


def _list_sentences() -> set[str]:
    return {id for path in (ROOT / "resources" / "words").glob("*/en.po") for id in tool._wordings(tool.read_catalogue(path))}


def test_no_sentence_that_the_code_names_is_missing() -> None:
    sentences = _list_sentences()
    domains = {sentence.partition(".")[0] for sentence in sentences}
    named = re.compile(rf"({'|'.join(domains)})(\.[A-Za-z0-9_-]+)+")
    found = [(id, path, line) for path in sorted((ROOT / "playground").rglob("*.py")) for id, line in _find_ids(path, named)]
    assert len(found) > 100
    missing = [
        f"{path.relative_to(ROOT)}:{line} names {id.pattern}"
        for id, path, line in found
        if not any(id.fullmatch(sentence) for sentence in sentences)
    ]
    assert missing == []


def test_ids_are_found_in_strings_and_in_patterns(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text(
        'say("words.a.b")\nsay(f"words.{x}.why")\nsay("other.a", f"{x}.words", "words", f"words {y}")', encoding="utf-8"
    )
    found = {(id.pattern, line) for id, line in _find_ids(code, re.compile(r"words(\.\w+)+"))}
    assert found == {(r"words\.a\.b", 1), (r"words\..+\.why", 2)}


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
    monkeypatch.setattr("playground.words.catalogues.resource", lambda *parts: broken.joinpath(*parts[1:]))
    _forget_catalogues()
    assert wording("demo.a", Language.FRENCH) == "A {x}"
    assert wording("demo.n", Language.JAPANESE, count=3) == "{count}"
    _forget_catalogues()


def _forget_catalogues() -> None:
    _catalogue.cache_clear()
    _singular.cache_clear()
