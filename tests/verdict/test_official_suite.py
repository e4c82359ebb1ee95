"""The official JSON Schema Test Suite: every required test of drafts 4 to 2020-12, and the optional ones that we promise."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground.verdict.drafts import DRAFTS
from playground.verdict.json_text import read, write
from playground.verdict.schema import CheckedSchema, check, satisfies, violations
from playground.verdict.violations import JsonValue

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "suites" / "json-schema-test-suite"
SUITE = Path(os.environ.get("JSON_SCHEMA_TEST_SUITE", _BESIDE))
FOLDERS = {"04": "draft4", "06": "draft6", "07": "draft7", "2019-09": "draft2019-09", "2020-12": "draft2020-12"}

pytestmark = pytest.mark.skipif(
    not (SUITE / "tests").is_dir(), reason="the official suite is not here; JSON_SCHEMA_TEST_SUITE names its folder"
)

# Groups that cannot come out as the suite says, each with its reason.
EXCLUDED = {
    "vocabulary: schema that uses custom metaschema with with no validation vocabulary": "own meta-schemas are read as the newest draft",
}
# Tests that need what this program never does: read a schema from elsewhere.
REMOTE = "http://localhost:1234/"


def _files() -> Iterator[tuple[str, Path]]:
    for draft, folder in FOLDERS.items():
        yield from ((draft, path) for path in sorted((SUITE / "tests" / folder).glob("*.json")))


def _checked(draft: str, schema: JsonValue, *, formats: bool) -> CheckedSchema:
    uri = next(known.uri for known in DRAFTS if known.name == draft)
    if isinstance(schema, dict) and "$schema" not in schema:
        schema = {"$schema": uri + ("#" if draft in ("04", "06", "07") else ""), **schema}
    return check(write(schema), assert_formats=formats)


def _failures(draft: str, path: Path, *, formats: bool = False) -> list[str]:
    """What does not come out as the suite says, in sentences."""
    failures: list[str] = []
    reading = read(path.read_text(encoding="utf-8"))
    assert reading.answer is not None
    groups = reading.answer.value
    assert isinstance(groups, list)
    for group in groups:
        assert isinstance(group, dict)
        name = f"{path.stem}: {group['description']}"
        if name in EXCLUDED:
            continue
        schema = _checked(draft, group["schema"], formats=formats)
        if not schema.ok:
            if all(error.kind == "remote_reference" for error in schema.report.errors) and REMOTE in write(group["schema"]):
                continue
            failures.append(f"{name}: {[(error.kind, error.path) for error in schema.report.errors]}")
            continue
        assert isinstance(group["tests"], list)
        for test in group["tests"]:
            assert isinstance(test, dict)
            text = write(test["data"])
            data = read(text)
            found = violations(schema, data)
            if satisfies(schema, data) != test["valid"] or (not found) != test["valid"]:
                failures.append(f"{name}: {test['description']}: should be {test['valid']}, found {len(found)}")
            failures.extend(f"{name}: {test['description']}: no place for {one}" for one in found if one.span is None)
            failures.extend(
                f"{name}: {test['description']}: no rule at {one.schema_path}" for one in found if one.schema_span is None
            )
    return failures


@pytest.mark.parametrize(("draft", "path"), list(_files()), ids=lambda value: value.stem if isinstance(value, Path) else value)
def test_required_tests_come_out_as_the_suite_says(draft: str, path: Path) -> None:
    assert _failures(draft, path) == []


# The optional tests that are promised: formats (asserted), big numbers and the patterns of ECMA-262.
OPTIONAL = ("bignum", "ecmascript-regex", "non-bmp-regex", "float-overflow", "zeroTerminatedFloats")


def _optional_files() -> Iterator[tuple[str, Path]]:
    for draft, folder in FOLDERS.items():
        optional = SUITE / "tests" / folder / "optional"
        yield from ((draft, path) for path in sorted(optional.glob("*.json")) if path.stem in OPTIONAL)


def _format_files() -> Iterator[tuple[str, Path]]:
    for draft, folder in FOLDERS.items():
        yield from ((draft, path) for path in sorted((SUITE / "tests" / folder / "optional" / "format").glob("*.json")))


@pytest.mark.parametrize(
    ("draft", "path"), list(_optional_files()), ids=lambda value: value.stem if isinstance(value, Path) else value
)
def test_optional_tests_come_out_as_the_suite_says(draft: str, path: Path) -> None:
    assert _failures(draft, path) == []


@pytest.mark.parametrize(
    ("draft", "path"), list(_format_files()), ids=lambda value: value.stem if isinstance(value, Path) else value
)
def test_formats_come_out_as_the_suite_says(draft: str, path: Path) -> None:
    assert _failures(draft, path, formats=True) == []
