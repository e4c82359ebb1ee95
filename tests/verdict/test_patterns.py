"""`pattern` in the dialect of ECMA-262, with bounded work."""

import pytest

from playground.verdict.json_text import write
from playground.verdict.judge import judge
from playground.verdict.patterns import engine_pattern
from playground.verdict.schema import check
from playground.verdict.violations import Status
from tests.verdict.cases import schema_of

# Pattern, text, whether it matches.
ECMA = [
    (r"^\d$", "7", True),
    (r"^\d$", "٣", False),
    (r"^\w+$", "aB_9", True),
    (r"^\w$", "é", False),
    (r"^\s$", "\u00a0", True),
    (r"^\s$", "\ufeff", True),
    (r"^\p{L}+$", "Łódź", True),
    (r"^\p{Lu}$", "a", False),
    (r"^\P{L}$", "1", True),
    (r"^\p{Script=Hiragana}+$", "はい", True),
    (r"^\u{1F600}$", "😀", True),
    (r"^\u0041\x42\t$", "AB\t", True),
    (r"^\cJ$", "\n", True),
    (r"^.$", "😀", True),
    (r"^.$", "\u2028", False),
    (r"^a$", "a\n", False),
    ("b", "abc", True),
    (r"(?<=a)b", "ab", True),
    (r"(?<!a)b", "ab", False),
    (r"(?<=a+)b", "aab", True),
    (r"^(?!.*x).*$", "abc", True),
    (r"^[\b]$", "\b", True),
    (r"^[\0\b]$", "\0", True),
    (r"^\bé", "é", False),
    (r"a\bé", "aé", True),
    (r"^日本\B$", "日本", True),
    (r"\b\d{3}\b", "番号123番", True),
    (r"^{{\w+}}$", "{{name}}", True),
    (r"^a{,2}$", "a{,2}", True),
    (r"^\ud83d\ude00$", "😀", True),
    (r"^[\ud83d\ude00-\ud83d\ude02]$", "😁", True),
    (r"^[(](?<y>a)\k<y>$", "(aa", True),
    (r"^\((?<y>a)[[)]\k<y>$", "(a)a", True),
    (r"^[[a]b]$", "ab]", True),
    (r"^[a&&b]$", "&", True),
    (r"(?<year>\d{4})-\k<year>", "2026-2026", True),
    (r"(?<year>\d{4})-\k<year>", "2026-2025", False),
    (r"(x)(?<y>a)\k<y>1", "xaa1", True),
    (r"^(a)\1$", "aa", True),
    (r"^[^]$", "\n", True),
    (r"a[]", "a", False),
    (r"^\0$", "\0", True),
    (r"^[\0]$", "\0", True),
    (r"^[\w-.]+$", "a-b.c", True),
    (r"^[a-\d]+$", "a-1", True),
    (r"^[^\s-x]$", "-", False),
    (r"^[[]$", "[", True),
    (r"^[a&&b]+$", "&", True),
    (r"^\/\-$", "/-", True),
    (r"^x#y z$", "x#y z", True),
    (r"^\$ref$", "$ref", True),
    (r"^a{2,3}$", "aa", True),
    (r"^a+?b*?c??$", "aab", True),
    (r"^(?:a|b)(?=c)c$", "bc", True),
    (r"^(?i:A)$", "a", True),
]


@pytest.mark.parametrize(("pattern", "text", "matches"), ECMA)
def test_patterns_mean_what_ecma_262_says(pattern: str, text: str, matches: bool) -> None:
    verdict = judge(write(text), schema_of({"pattern": pattern}))
    assert (verdict.status is Status.VALID) is matches
    verdict = judge(write({text: 1}), schema_of({"patternProperties": {pattern: False}}))
    assert (verdict.status is Status.INVALID) is matches


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        "a)",
        "[a",
        "a**",
        r"\k<x>",
        "(?<n>a)(?<n>b)",
        "(?P<n>a)",
        "a{2,1}",
        "*a",
        r"\p{Nothing}",
        "(?>a)",
        "a*+",
        "a{2}+",
        "(?#x)a",
        "(?i)a",
        r"\Aa",
        r"a\Z",
        r"a\z",
        r"\<a\>",
        r"\x{41}",
        r"\pL",
    ],
)
def test_what_is_no_pattern(pattern: str) -> None:
    assert engine_pattern(pattern) is None
    assert [error.kind for error in check(write({"pattern": pattern}), assert_formats=True).report.errors] == ["bad_pattern"]


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        (r"^(?:.{1,1000}){1,100}$", "verdict.schema.large_pattern"), ("(?i)a{1,2}", "verdict.schema.bad_pattern"),
        ("a{3,2}", "verdict.schema.bad_pattern"), ("(a", "verdict.schema.bad_pattern"),
    ],
)  # fmt: skip
def test_a_pattern_that_is_too_large_is_not_called_wrong(pattern: str, said: str) -> None:
    assert [error.message.id for error in check(write({"pattern": pattern}), assert_formats=True).report.errors] == [said]


HOSTILE = ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", r"^(\w+\s?)*$", "(x+x+)+y", "^(?=(a+)+$).*!!$", r"^(a|aa)+\1$", r"(a*)*b\1"]


@pytest.mark.parametrize("pattern", HOSTILE)
@pytest.mark.parametrize("length", [40, 100_000])
def test_a_hostile_pattern_ends_and_counts_as_not_satisfied(pattern: str, length: int) -> None:
    verdict = judge(write("a" * length + "!"), schema_of({"pattern": pattern}))
    assert verdict.status is Status.INVALID


def test_a_pattern_that_cannot_be_decided_says_so_at_the_pattern() -> None:
    checked = schema_of({"pattern": r"^(a|aa)+\1$"})
    (violation,) = judge(write("a" * 40 + "!"), checked).violations
    assert violation.message.id == "verdict.pattern.undecided"
    assert violation.schema_path == "/pattern"


def test_the_pattern_is_shown_as_it_is_written() -> None:
    (violation,) = judge('"x"', schema_of({"pattern": r"(?<y>a)\k<y>"})).violations
    assert violation.expected == '"(?<y>a)\\\\k<y>"'
