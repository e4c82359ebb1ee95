"""The promises of extraction, tried on what hypothesis makes up and on every seed that a fuzzer has left."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.verdict.extraction import extract
from tests.fuzz.extraction_promises import keep_promises, keep_promises_for
from tests.fuzz.fuzz_extraction import try_bytes

SEEDS = sorted((Path(__file__).parent / "seeds" / "extraction").iterdir())
MARKS = "{}[]\",:\\`~<>|/'’“「｛：，.…+-*=#ut01e \n\t\u00a0\u200b\ufeff\ud800aé"

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4), max_leaves=12
)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.name)
def test_a_seed_keeps_every_promise(seed: Path) -> None:
    try_bytes(seed.read_bytes())


@settings(max_examples=300, deadline=None)
@given(st.binary(min_size=1, max_size=60))
def test_any_reply_of_such_pieces_keeps_every_promise(data: bytes) -> None:
    keep_promises(data)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=MARKS, max_size=40) | st.text(max_size=40))
def test_any_text_keeps_every_promise(reply: str) -> None:
    keep_promises_for(reply)


@settings(max_examples=200, deadline=None)
@given(
    values,
    st.sampled_from([None, 2]),
    st.booleans(),
    st.sampled_from(["{}", " \n{}\n", "So: {} - done.", "```json\n{}\n```", "<think>[1</think>{}"]),
)
def test_any_json_is_found_as_it_stands(value: object, indent: int | None, ascii_only: bool, around: str) -> None:
    written = json.dumps({"": value}, indent=indent, ensure_ascii=ascii_only)
    reply = around.replace("{}", written)
    assert [reply[found.reading.start : found.reading.end] for found in extract(reply).candidates] == [written]
    keep_promises_for(reply)
