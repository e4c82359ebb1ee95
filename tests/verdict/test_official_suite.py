"""The official JSON Schema Test Suite: every test of drafts 4 to 2020-12, the optional ones too, with its remote schemas at hand."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from playground.verdict.drafts import DRAFTS, Documents
from playground.verdict.json_text import read, write
from playground.verdict.schema import CheckedSchema, check, satisfies, violations
from playground.verdict.violations import JsonValue

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "suites" / "json-schema-test-suite"
SUITE = Path(os.environ.get("JSON_SCHEMA_TEST_SUITE", _BESIDE))
FOLDERS = {"04": "draft4", "06": "draft6", "07": "draft7", "2019-09": "draft2019-09", "2020-12": "draft2020-12"}

pytestmark = pytest.mark.skipif(
    not (SUITE / "tests").is_dir(),
    reason="the official suite is not here; unpack the source distribution of jsonschema from PyPI and let JSON_SCHEMA_TEST_SUITE "
    "name its folder json",
)

# What does not come out as the suite says: draft, file, description of the group, description of the test ("" for all), and why.
EXCLUDED: tuple[tuple[str, str, str, str, str], ...] = ()
# Asked for wherever a schema of the suite names a document.
REMOTE = "http://localhost:1234/"


@cache
def _documents(draft: str) -> Documents:
    """The suite's remote schemas. Those of another draft are there too, since schemas may refer across drafts."""
    folder = SUITE / "remotes"
    found: dict[str, JsonValue] = {}
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        named_draft = name.partition("/")[0]
        if named_draft in ("draft3", "v1"):
            continue
        document = read(path.read_text(encoding="utf-8")).answer
        assert document is not None
        value = document.value
        if isinstance(value, dict) and "$schema" not in value and named_draft in FOLDERS.values() and named_draft != FOLDERS[draft]:
            value = {"$schema": next(known.uri for known in DRAFTS if FOLDERS[known.name] == named_draft), **value}
        found[REMOTE + name] = value
    return found


def _files(*, optional: bool = False, formats: bool = False) -> Iterator[tuple[str, Path]]:
    inner = "optional/format" if formats else "optional" if optional else ""
    for draft, folder in FOLDERS.items():
        yield from ((draft, path) for path in sorted((SUITE / "tests" / folder / inner).glob("*.json")))


def _checked(draft: str, schema: JsonValue, *, formats: bool) -> CheckedSchema:
    uri = next(known.uri for known in DRAFTS if known.name == draft)
    if isinstance(schema, dict) and "$schema" not in schema:
        schema = {"$schema": uri + ("#" if draft in ("04", "06", "07") else ""), **schema}
    return check(write(schema), assert_formats=formats, documents=_documents(draft))


def _failures(draft: str, path: Path, *, formats: bool = False) -> list[str]:
    """What does not come out as the suite says, in sentences."""
    excluded = {(group, test) for of, file, group, test, _ in EXCLUDED if (of, file) == (draft, path.stem)}
    failures: list[str] = []
    reading = read(path.read_text(encoding="utf-8"))
    assert reading.answer is not None
    groups = reading.answer.value
    assert isinstance(groups, list)
    for group in groups:
        assert isinstance(group, dict)
        name = str(group["description"])
        if (name, "") in excluded:
            continue
        schema = _checked(draft, group["schema"], formats=formats)
        if not schema.ok:
            failures.append(f"{name}: {[(error.kind, error.path) for error in schema.report.errors]}")
            continue
        assert isinstance(group["tests"], list)
        for test in group["tests"]:
            assert isinstance(test, dict)
            said = f"{name}: {test['description']}"
            if (name, test["description"]) in excluded:
                continue
            data = read(write(test["data"]))
            found = violations(schema, data)
            if satisfies(schema, data) != test["valid"] or (not found) != test["valid"]:
                failures.append(f"{said}: should be {test['valid']}, found {len(found)}")
            failures.extend(f"{said}: no place for {one}" for one in found if one.span is None)
            failures.extend(f"{said}: no rule at {one.schema_path}" for one in found if one.schema_span is None)
    return failures


def _name(value: object) -> str:
    return value.stem if isinstance(value, Path) else str(value)


@pytest.mark.parametrize(("draft", "path"), list(_files()), ids=_name)
def test_required_tests_come_out_as_the_suite_says(draft: str, path: Path) -> None:
    assert _failures(draft, path) == []


@pytest.mark.parametrize(("draft", "path"), list(_files(optional=True)), ids=_name)
def test_optional_tests_come_out_as_the_suite_says(draft: str, path: Path) -> None:
    assert _failures(draft, path) == []


@pytest.mark.parametrize(("draft", "path"), list(_files(formats=True)), ids=_name)
def test_formats_come_out_as_the_suite_says(draft: str, path: Path) -> None:
    assert _failures(draft, path, formats=True) == []


def test_each_exclusion_is_a_test_of_the_suite_and_has_a_reason() -> None:
    for draft, file, group, test, reason in EXCLUDED:
        (path,) = (path for path in (SUITE / "tests" / FOLDERS[draft]).rglob(f"{file}.json"))
        groups = json.loads(path.read_text(encoding="utf-8"))
        tests = [one["description"] for of in groups if of["description"] == group for one in of["tests"]]
        assert tests
        assert test in ("", *tests)
        assert reason
