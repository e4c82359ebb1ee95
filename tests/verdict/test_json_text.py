"""The strict reader on sound text: values, numbers, places, notes, and the writer."""

import json
import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.verdict.json_plain import read_plainly
from playground.verdict.json_text import Place, line_of, pointer_of, read, read_prefix, read_slowly, value_at, write
from playground.verdict.violations import JsonValue, Span
from tests.verdict.cases import marked

EXACT: dict[str, JsonValue] = {
    "9007199254740993": 2**53 + 1,
    "-0": 0,
    "1.0": Decimal("1.0"),
    "-0.0": Decimal("-0.0"),
    "1e400": Decimal("1e400"),
    "1E-400": Decimal("1e-400"),
    "0.1000000000000000000000000000000000001": Decimal("0.1000000000000000000000000000000000001"),
    "9" * 5000: Decimal("9" * 5000),
}


@pytest.mark.parametrize(("text", "value"), EXACT.items(), ids=lambda part: str(part)[:20])
def test_numbers_are_exact(text: str, value: JsonValue) -> None:
    for reading in (read(text), read_slowly(text, 0, len(text))):
        assert reading.answer is not None
        assert reading.answer.value == value
        assert type(reading.answer.value) is type(value)


@pytest.mark.parametrize("text", ["9007199254740993", "1.0", "-0.0", "9" * 5000, "1E+400", "1E-400", "-12.50"])
def test_numbers_are_written_as_they_are(text: str) -> None:
    reading = read(text)
    assert reading.answer is not None
    assert write(reading.answer.value) == text


def test_an_int_of_any_length_can_be_written() -> None:
    assert write(10**5000) == "1" + "0" * 5000
    assert write([10**5000], indent=1) == "[\n 1" + "0" * 5000 + "\n]"
    assert sys.get_int_max_str_digits() == 4300  # it is nobody's business to change it


def test_a_scalar_ends_where_something_else_follows() -> None:
    for written in ("12", "-1.5e+3", "true", "null", '"a"'):
        reading = read_prefix(f"{written}<|im_end|>")
        assert reading.place("") == Place(Span(0, len(written)))


@pytest.mark.parametrize(("text", "plain"), [(" [1] x", ([1], 1, 4)), ("[1,]", None), ('{"a": 1, "a": 2}', None), (" ", None)])
def test_plain_json_is_read_at_once(text: str, plain: object) -> None:
    assert read_plainly(text, 0, len(text)) == plain


@pytest.mark.parametrize("levels", [100, 900, 100_000])
def test_depth_is_no_danger(levels: int) -> None:
    text = "[" * levels + "]" * levels
    reading = read(text)
    assert reading.answer is not None
    assert write(reading.answer.value) == text
    assert reading.place("/0" * (levels - 1)) is not None
    text = '{"a": ' * levels + "1" + "}" * levels
    reading = read(text)
    assert reading.answer is not None
    assert write(reading.answer.value) == text
    assert reading.places(["/a" * levels])["/a" * levels].value == Span(6 * levels, 6 * levels + 1)


def test_of_duplicate_keys_the_last_counts() -> None:
    text = '{"a": {"x": 1}, "b": 2, "a": {"y": 3}}'
    reading = read(text)
    assert reading.answer is not None
    assert reading.answer.value == {"a": {"y": 3}, "b": 2}
    assert [(note.kind, note.span) for note in reading.notes] == [("duplicate_key", Span(24, 27))]
    places = reading.places(["/a", "/a/x", "/a/y", "/b"])
    assert {pointer: marked(text, place.value) for pointer, place in places.items()} == {"/a": '{"y": 3}', "/a/y": "3", "/b": "2"}


def test_a_lone_surrogate_is_noted() -> None:
    text = '["\\ud800x", "\\ud83d\\ude00"]'
    reading = read(text)
    assert reading.answer is not None
    assert reading.answer.value == ["\ud800x", "😀"]
    assert [(note.kind, marked(text, note.span)) for note in reading.notes] == [("lone_surrogate", '"\\ud800x"')]
    assert write(reading.answer.value) == '["\\ud800x", "\\ud83d\\ude00"]'


def test_a_raw_lone_surrogate_is_noted() -> None:
    assert [note.kind for note in read('["é\udc00"]').notes] == ["lone_surrogate"]


def test_places() -> None:
    text = ' {"a/b": [10, {"~c": "é"}], "": null}'
    places = read(text).places(["", "/a~1b", "/a~1b/0", "/a~1b/1/~0c", "/", "/nothing", "/a~1b/2"])
    assert {pointer: marked(text, place.value) for pointer, place in places.items()} == {
        "": text[1:],
        "/a~1b": '[10, {"~c": "é"}]',
        "/a~1b/0": "10",
        "/a~1b/1/~0c": '"é"',
        "/": "null",
    }
    assert {pointer: marked(text, place.key) for pointer, place in places.items()} == {
        "": None, "/a~1b": '"a/b"', "/a~1b/0": None, "/a~1b/1/~0c": '"~c"', "/": '""',
    }  # fmt: skip
    assert {pointer: marked(text, place.close) for pointer, place in places.items()} == {
        "": "}", "/a~1b": "]", "/a~1b/0": None, "/a~1b/1/~0c": None, "/": None,
    }  # fmt: skip


def test_a_broken_text_has_no_places() -> None:
    assert read("[1,]").place("/0") is None
    assert read("[1]").places([]) == {}


def test_value_at() -> None:
    value: JsonValue = {"a": [1, {"b/c": 2}]}
    assert value_at(value, "/a/1/b~1c") == 2
    for pointer in ("/x", "/a/2", "/a/x", "/a/0/y", "/a/-1"):
        with pytest.raises(LookupError):
            value_at(value, pointer)


def test_line_of() -> None:
    assert [line_of("a\nb\n", position) for position in range(5)] == [1, 1, 2, 2, 3]


def test_write_indented() -> None:
    assert write({"a": [1, True, None], "b": {}, "é": []}, indent=2) == (
        '{\n  "a": [\n    1,\n    true,\n    null\n  ],\n  "b": {},\n  "\\u00e9": []\n}'
    )


def test_a_text_that_looks_like_the_mark_of_the_writer_is_written_as_it_is() -> None:
    value: JsonValue = ["\udc00number\udc00", Decimal("1.5")]
    assert write(value) == '["\\udc00number\\udc00", 1.5]'


scalars = st.none() | st.booleans() | st.integers() | st.decimals(allow_nan=False, allow_infinity=False) | st.text()
values: st.SearchStrategy[JsonValue] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4), max_leaves=20
)


def _pointers(value: JsonValue, pointer: str = "") -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {pointer: value}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for token, item in items:
        found.update(_pointers(item, pointer + pointer_of([token])))
    return found


def _same(first: JsonValue, second: JsonValue) -> bool:
    return write(first) == write(second)


@given(values, st.sampled_from([None, 0, 2]))
def test_every_value_is_read_back_and_every_place_holds_its_value(value: JsonValue, indent: int | None) -> None:
    text = write(value, indent)
    for reading in (read(text), read_slowly(text, 0, len(text))):
        assert reading.answer is not None
        assert _same(reading.answer.value, value)
        expected = _pointers(reading.answer.value)
        places = reading.places(expected)
        assert places.keys() == expected.keys()
        for pointer, place in places.items():
            inner = read(marked(text, place.value) or "")
            assert inner.answer is not None
            assert _same(inner.answer.value, expected[pointer])
            if place.key is not None:
                assert pointer_of([json.loads(marked(text, place.key) or "")]) == "/" + pointer.rpartition("/")[2]


@given(st.text(alphabet="{}[]\",:\\ut0123456789.eE+-nulrsfa \n\t\u00a0’“/*#'é\ud800"))
def test_the_reader_agrees_with_the_standard_library(text: str) -> None:
    reading = read(text)
    try:
        expected = json.loads(text, parse_float=Decimal, parse_constant=lambda _: pytest.fail("NaN"))
    except (ValueError, ArithmeticError):
        assert reading.answer is None
        assert reading.faults
    else:
        assert reading.answer is not None
        assert _same(reading.answer.value, expected)
    for fault in reading.faults:
        assert 0 <= fault.span.start <= fault.span.end <= len(text)
