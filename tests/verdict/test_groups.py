"""Like violations are one group, every single one still in it."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from playground.verdict.groups import ViolationGroup, group_violations, place_inside
from playground.verdict.judge import judge
from playground.verdict.violations import Violation
from playground.words.text import Field, Listing, Text, Value, text
from tests.verdict.cases import schema_of


def _groups(schema: object, reply: str) -> tuple[ViolationGroup, ...]:
    return group_violations(judge(reply, schema_of(schema)).violations)


def _wrong(path: str, rule: Text) -> Violation:
    return Violation(path, "x", rule, "/x")


def test_sixty_wrong_items_are_one_group_of_sixty() -> None:
    (group,) = _groups({"items": {"type": "string"}}, str(list(range(60))))
    assert [member.path for member in group.members] == [f"/{index}" for index in range(60)]
    assert group.first.path == "/0"
    assert group.others == tuple(f"/{index}" for index in range(1, 60))


def test_two_missing_keys_are_two_groups() -> None:
    assert [group.others for group in _groups({"required": ["a", "b"]}, "{}")] == [(), ()]


def test_the_same_key_missing_from_many_items_is_one_group() -> None:
    (group,) = _groups({"items": {"required": ["a"]}}, "[{}, {}]")
    assert group.others == ("/1",)
    assert place_inside(group.first) == "/a"


def test_a_rule_about_the_place_itself_adds_nothing_to_it() -> None:
    (group,) = _groups({"type": "string"}, "1")
    assert place_inside(group.first) == ""


def test_other_rules_and_other_values_are_other_groups() -> None:
    assert len(_groups({"items": {"minimum": 3, "multipleOf": 2}}, "[1, 1]")) == 2
    assert len(group_violations([_wrong("/a", text("x", value=Value("1"))), _wrong("/b", text("x", value=Value("2")))])) == 2


def test_a_place_inside_the_violations_own_place_does_not_hinder_grouping() -> None:
    inside = [_wrong(f"/{index}", text("x", first=Field(f"/{index}/0"))) for index in range(2)]
    assert len(group_violations(inside)) == 1
    assert len(group_violations([*inside, _wrong("/2", text("x", first=Field("/20")))])) == 2
    listed = [_wrong(f"/{index}", text("x", places=Listing((Field(f"/{index}/0"), "y")))) for index in range(2)]
    assert len(group_violations(listed)) == 1


SHAPES = {"anyOf": [{"type": "object", "required": ["a", "b"]}, {"type": "null"}]}


def test_items_that_miss_the_same_branch_alike_are_one_group() -> None:
    first, second = _groups({"items": SHAPES}, '[{}, {"a": 1}, {}, {"a": 2}]')
    assert [member.path for member in first.members] == ["/0", "/2"]
    assert [member.path for member in second.members] == ["/1", "/3"]


PATHS = st.sampled_from(["", "/a", "/a/0", "/a/1", "/b"])
VIOLATIONS = st.lists(st.builds(_wrong, PATHS, st.builds(lambda path: text("x", field=Field(path)), PATHS)), max_size=12)


@given(VIOLATIONS)
def test_no_violation_is_lost_or_moved(violations: Sequence[Violation]) -> None:
    groups = group_violations(violations)
    members = [member for group in groups for member in group.members]
    assert sorted(map(repr, members)) == sorted(map(repr, violations))
    assert [group.first for group in groups] == sorted((group.first for group in groups), key=violations.index)
