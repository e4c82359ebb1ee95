"""Broken JSON: the kind and the place of each fault, several in one text, and where the broken piece ends."""

import pytest

from playground.verdict.json_text import read, read_prefix
from tests.verdict.cases import marked

# The text, and its faults: kind and marked part.
BROKEN = {
    "trailing comma in an object": ('{"a": 1,}', [("trailing_comma", ",")]),
    "trailing comma in a list": ("[1, 2, ]", [("trailing_comma", ",")]),
    "two trailing commas": ('{"a": [1,], "b": 2,}', [("trailing_comma", ","), ("trailing_comma", ",")]),
    "comma too many": ("[1,,2]", [("extra_comma", ",")]),
    "comma too many in an object": ('{"a": 1,, "b": 2}', [("extra_comma", ",")]),
    "comma first": ('{, "a": 1}', [("extra_comma", ",")]),
    "line comment": ('{"a": 1 // one\n}', [("comment", "// one")]),
    "block comment": ('{/* x */"a": 1}', [("comment", "/* x */")]),
    "hash comment": ('{"a": 1, # one\n"b": 2}', [("comment", "# one")]),
    "single quotes": ("{'a': 'b'}", [("single_quotes", "'a'"), ("single_quotes", "'b'")]),
    "apostrophe in single quotes": ("{'a': 'it's'}", [("single_quotes", "'a'"), ("single_quotes", "'it's'")]),
    "backticks": ('{"a": `b`}', [("single_quotes", "`b`")]),
    "smart quotes": ("{“a”: “b”}", [("smart_quotes", "“a”"), ("smart_quotes", "“b”")]),
    "French quotes": ("{«a»: 1}", [("smart_quotes", "«a»")]),
    "unquoted key": ("{a: 1, b_c: 2}", [("unquoted_key", "a"), ("unquoted_key", "b_c")]),
    "unquoted key of two words": ("{my key: 1}", [("unquoted_key", "my key")]),
    "number as key": ("{1: 2}", [("unquoted_key", "1")]),
    "unquoted value": ('{"a": foo bar, "b": 2}', [("unquoted_value", "foo bar")]),
    "unquoted date": ('{"a": 2026-01-02}', [("unquoted_value", "2026-01-02")]),
    "number with a unit": ('{"a": 12kg}', [("unquoted_value", "12kg")]),
    "unquoted value at the end of a line": ('{"a": foo\n}', [("unquoted_value", "foo")]),
    "Python literals": ("[True, False, None]", [("literal", "True"), ("literal", "False"), ("literal", "None")]),
    "JavaScript literal": ('{"a": undefined}', [("literal", "undefined")]),
    "NaN": ("[NaN]", [("nan", "NaN")]),
    "Infinity": ("[Infinity, -Infinity]", [("nan", "Infinity"), ("nan", "-Infinity")]),
    "full-width punctuation": ('{"a"：1，"b"：2}', [("fullwidth", "："), ("fullwidth", "，"), ("fullwidth", "：")]),
    "full-width brackets": ('｛"a": ［1］｝', [("fullwidth", c) for c in "｛［］｝"]),
    "full-width quotes": ("{＂a＂: 1}", [("smart_quotes", "＂a＂")]),
    "missing comma in an object": ('{"a": 1 "b": 2}', [("missing_comma", '"')]),
    "missing comma between lines": ('{"a": "x"\n"b": 2}', [("missing_comma", '"')]),
    "missing comma in a list": ("[1 2]", [("missing_comma", "2")]),
    "missing comma between objects": ("[{} {}]", [("missing_comma", "{")]),
    "missing comma between literals": ("[true false]", [("missing_comma", "f")]),
    "semicolon": ('{"a": 1; "b": 2}', [("missing_comma", ";")]),
    "colon in a list": ('["a": 1]', [("missing_comma", ":")]),
    "missing colon": ('{"a" 1}', [("missing_colon", "1")]),
    "equals sign": ('{"a" = 1}', [("missing_colon", "=")]),
    "arrow": ('{"a" => 1}', [("missing_colon", "=>")]),
    "missing value": ('{"a":}', [("missing_value", "}")]),
    "missing value before a comma": ('{"a":, "b": 1}', [("missing_value", ",")]),
    "key alone": ('{"a"}', [("missing_value", "}")]),
    "object without a key": ('{"a": 1, {"b": 2}}', [("missing_key", "{")]),
    "wrong bracket": ('{"a": [1, 2}', [("missing_bracket", "}")]),
    "wrong bracket in a list": ("[1, 2}", [("missing_bracket", "}")]),
    "fence before the end": ('{"a": [1\n```', [("missing_bracket", "")]),
    "missing quotation mark": ('{"a": "b\n"c": 1}', [("missing_quote", ""), ("missing_comma", '"')]),
    "missing single quotation mark": ("{'a: 1\n}", [("missing_quote", ""), ("missing_value", "}")]),
    "inner quotes": ('{"a": "he said "yes" to me"}', [("unescaped_quote", '"'), ("unescaped_quote", '"')]),
    "inner quotes at the end": ('{"a": "Ann "the great"", "b": "5 11"", "c": ""}', [("unescaped_quote", '"')] * 3),
    "ideographic comma": ('["a"、"b"]', [("fullwidth", "、")]),
    "full-width digits": ('{"a": １２．５, "b": -３}', [("fullwidth", "１２．５"), ("fullwidth", "-３")]),
    "bad escape": (r'["\a", "\x41"]', [("bad_escape", r"\a"), ("bad_escape", r"\x41")]),
    "bad Unicode escape": (r'["\u12"]', [("bad_escape", r"\u12")]),
    "raw line break": ('["a\nb"]', [("control_character", "\n")]),
    "raw tab": ('["a\tb"]', [("control_character", "\t")]),
    "leading zero": ("[01]", [("leading_zero", "01")]),
    "plus sign": ("[+1]", [("plus_sign", "+1")]),
    "leading point": ("[.5]", [("bad_number", ".5")]),
    "trailing point": ("[1.]", [("bad_number", "1.")]),
    "hexadecimal": ("[0x1F]", [("bad_number", "0x1F")]),
    "underscores": ("[1_000]", [("bad_number", "1_000")]),
    "exponent that nothing can hold": ("[1e99999999999999999999]", [("number_range", "1e99999999999999999999")]),
    "no-break space": ('{"a":\u00a01}', [("odd_space", "\u00a0")]),
    "something behind": ("{} x", [("extra_data", "x")]),
    "a bracket too many": ('{"a": 1}}', [("extra_data", "}")]),
    "two values": ("1 2", [("extra_data", "2")]),
    "a bracket alone": ("]", [("missing_value", "]")]),
    "a minus sign alone": ("[-, 1]", [("unquoted_value", "-")]),
    "comma first in a list": ("[, 1]", [("extra_comma", ",")]),
    "closing mark forgotten before the next key": ('{"a": "x, "b": 1}', [("missing_quote", "")]),
    "closing mark forgotten at the end": ('{"a": "yes}', [("missing_quote", "")]),
    "closing mark forgotten in a list at the end": ('{"a": ["x] }', [("missing_quote", "")]),
    "closing mark of a key forgotten": ('{"a: 1, "b": 2}', [("missing_quote", "")]),
    "closing mark of the last key forgotten": ('{"a: 1}', [("missing_quote", "")]),
    "opening mark forgotten": ('{"a": x"}', [("missing_opening_quote", 'x"')]),
    "opening mark forgotten, with a comma inside": ('{"a": x, y", "b": z"}', [("missing_opening_quote", 'x, y"'), ("missing_opening_quote", 'z"')]),
    "opening mark forgotten before a number": ('{"a": 12"}', [("missing_opening_quote", '12"')]),
    "opening mark forgotten in a list": ('["a", b"]', [("missing_opening_quote", 'b"')]),
    "opening mark of a key forgotten": ('{a": 1}', [("missing_opening_quote", 'a"')]),
    "a text with a comma and a mark is no forgotten mark": ('{"a": "x, "b" and", "c": 1}', [("unescaped_quote", '"'), ("unescaped_quote", '"')]),
    "calculation": ('{"a": 3 * 4, "b": 1 / 2}', [("expression", "*"), ("expression", "/")]),
    "texts put together": ('{"a": "x" + "y"}', [("expression", "+")]),
    "choice": ('{"a": "yes" | "no"}', [("expression", "|")]),
    "something left out of a list": ("[1, 2, ...]", [("ellipsis", "...")]),
    "something left out of an object": ('{"a": 1, ...}', [("ellipsis", "...")]),
    "something left out, in one character": ('["a", …]', [("ellipsis", "…")]),
    "lines of a quotation": ('{\n> "a": 1\n> }', [("quoted_line", "> "), ("quoted_line", "> ")]),
    "thousands": ('{"a": 1,000, "b": 12,345,678.9}', [("bad_number", "1,000"), ("bad_number", "12,345,678.9")]),
    "no thousands": ('{"a": 1,00}', [("missing_key", "0")]),
    "percent": ('{"a": 12%}', [("unquoted_value", "12%")]),
    "unit behind a blank": ('{"a": 3 apples, "b": 1}', [("unquoted_value", "3 apples")]),
    "three marks": ('{"a": """x "y" z"""}', [("single_quotes", '"""x "y" z"""')]),
    "an empty text and another": ('["" "x"]', [("missing_comma", '"')]),
    "three marks that are not closed": ('{"a": """x}', [("missing_comma", '"')]),
    "bracket of a list forgotten before the next key": ('{"a": [1, 2, "b": 3}', [("missing_bracket", "")]),
    "no-break space before": ("\u00a0[1]", [("odd_space", "\u00a0")]),
    "sound members around one fault": (
        '{"a": 1, "b": "x", "c": [1, "y"], "d": {"e": null}, "f": tru, "g": -1.5e3, "h": {}, "i": []}', [("unquoted_value", "tru")]
    ),
    "sound items around one fault": ('[1, "x", [true], {"a": [1, 2]}, True, 1.5, {}, []]', [("literal", "True")]),
    "many kinds": (
        "{'a': 01, b: None, \"c\": \"d\" \"e\": [1,], // f\n}",
        [("single_quotes", "'a'"), ("leading_zero", "01"), ("unquoted_key", "b"), ("literal", "None"), ("missing_comma", '"'),
         ("trailing_comma", ","), ("comment", "// f"), ("trailing_comma", ",")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "faults"), BROKEN.values(), ids=BROKEN)
def test_each_fault_has_its_kind_and_place(text: str, faults: list[tuple[str, str]]) -> None:
    reading = read(text)
    assert reading.answer is None
    assert not reading.cut_off
    assert [(fault.kind, marked(text, fault.span)) for fault in reading.faults] == faults


CUT = [
    "", "  ", "{", "[", '{"a"', '{"a":', '{"a": 1', '{"a": 1,', '{"a": "b', '{"a": "b\\', '{"a": "b\\u00', '{"a', "[1, 2", "[1.", "[2e",
    "[tr", "-", "[-", '["a", ', '{"a": [{"b": null', "[1, // x", "{'a': 'b", "tru", '"abc',
]  # fmt: skip


@pytest.mark.parametrize("text", CUT)
def test_a_text_that_ends_inside_a_value_is_cut_off(text: str) -> None:
    reading = read(text)
    assert reading.cut_off
    assert reading.answer is None
    assert reading.faults[-1].kind == "cut_off"
    assert reading.faults[-1].span.start == len(text)


# The text, and where the broken piece ends when only its first value is read.
ENDS = {
    "prose takes over": ('{"a": then gave up. {"b": 1}', '{"a": '),
    "prose instead of a key": ("{oh, well}", "{"),
    "prose instead of a colon": ('{"a" and so on}', '{"a" '),
    "prose instead of a comma": ('["a" and so on]', '["a" '),
    "a broken piece and something else": ('{"a": 1,} and {"b": 2}', '{"a": 1,}'),
    "a word in place of a value": ('{"a": datetime(2020, 1)}', '{"a": '),
    "a fence": ('{"a": [1\n```\n[2]', '{"a": [1\n'),
}


@pytest.mark.parametrize(("text", "piece"), ENDS.values(), ids=ENDS)
def test_where_a_broken_piece_ends(text: str, piece: str) -> None:
    reading = read_prefix(text)
    assert reading.answer is None
    assert text[: reading.end] == piece


def test_faults_are_named_up_to_a_limit_and_the_piece_still_ends_where_it_ends() -> None:
    text = "[" + "1,," * 1000 + "1] x"
    reading = read_prefix(text)
    assert len(reading.faults) == 100
    assert text[reading.end :] == " x"


BEHIND_MANY_FAULTS = {
    "texts with brackets": ("\"]\\\"\", ']', 'it\\'s', 1] x", " x"),
    "other brackets": ("{}, [], ｛｝, ［］] x", " x"),
    "a fence": ("1\n```\n[2]", "\n```\n[2]"[1:]),
    "a text that is not closed": ('"]\n] x', " x"),
    "a paragraph": ("1\n\nThis is prose [1].", "\n\nThis is prose [1]."),
    "the end": ("[1", ""),
}


@pytest.mark.parametrize(("rest", "left"), BEHIND_MANY_FAULTS.values(), ids=BEHIND_MANY_FAULTS)
def test_behind_very_many_faults_the_piece_ends_by_its_brackets(rest: str, left: str) -> None:
    text = "[" + "1,," * 200 + rest
    reading = read_prefix(text)
    assert len(reading.faults) == 100
    assert text[reading.end :] == left
    assert reading.cut_off is (left == "")


def test_a_limit_is_an_end_that_something_follows() -> None:
    text = '{"a": "b</think> more'
    reading = read_prefix(text, 0, 8)
    assert [fault.kind for fault in reading.faults] == ["missing_quote", "missing_bracket"]
    assert not reading.cut_off


@pytest.mark.parametrize("text", [".</think>", "-</think>", "1.</think>", "tru</think>", "12</think>", '"ab</think>', "</think>"])
def test_a_limit_without_an_open_bracket(text: str) -> None:
    reading = read_prefix(text, 0, text.index("<"))
    assert not reading.cut_off
    assert (reading.answer is None) == bool(reading.faults)
    assert reading.end <= text.index("<")
