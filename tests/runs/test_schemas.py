"""A schema that was checked for one run serves the next, and only a run with the same schema."""

from dataclasses import replace

import pytest

from playground.repair.message import Message, Role
from playground.repair.refusals import SchemaRefused
from playground.repair.scenario import Scenario
from playground.runs.schemas import Schemas

SCENARIO = Scenario("s", messages=(Message(Role.USER, "Hello"),), schema_text='{"type": "object"}')


def test_the_same_schema_is_checked_once() -> None:
    schemas = Schemas()
    first = schemas.begin(SCENARIO, "1")
    second = schemas.begin(replace(SCENARIO, title="Another run"), "2")
    assert second.schema is first.schema
    assert (first.run.id, second.run.id) == ("1", "2")


@pytest.mark.parametrize("change", [{"schema_text": '{"type": "array"}'}, {"assert_formats": False}])
def test_another_schema_is_checked_anew(change: dict[str, str | bool]) -> None:
    schemas = Schemas()
    first = schemas.begin(SCENARIO, "1")
    other = replace(SCENARIO, **change)  # type: ignore[arg-type]  # each case changes one field
    state = schemas.begin(other, "2")
    assert state.schema is not first.schema
    assert state.schema.text == other.schema_text


def test_a_broken_schema_is_refused_each_time() -> None:
    schemas = Schemas()
    for run in ("1", "2"):
        with pytest.raises(SchemaRefused):
            schemas.begin(replace(SCENARIO, schema_text='{"type": 1}'), run)


def test_only_the_latest_are_kept() -> None:
    schemas = Schemas()
    first = schemas.begin(SCENARIO, "first").schema
    for number in range(8):
        schemas.begin(replace(SCENARIO, schema_text=f'{{"minimum": {number}}}'), str(number))
    assert schemas.begin(SCENARIO, "again").schema is not first
