"""The promises of a verdict, tried on what hypothesis makes up and on every seed that a fuzzer has left."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.fuzz_validation import try_bytes
from tests.fuzz.validation_promises import keep_promises, keep_promises_for

SEEDS = sorted((Path(__file__).parent / "seeds" / "validation").iterdir())


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.name)
def test_a_seed_keeps_every_promise(seed: Path) -> None:
    try_bytes(seed.read_bytes())


@settings(max_examples=300, deadline=None)
@given(st.binary(min_size=5, max_size=120))
def test_any_schema_and_reply_keep_every_promise(data: bytes) -> None:
    keep_promises(data)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_keep_every_promise(schema_text: str, reply: str) -> None:
    keep_promises_for(schema_text, reply, formats=True)
