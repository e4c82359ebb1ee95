"""Small edits of a sound JSON text: only what is asked for changes; order, white space and the rest stay as they were written."""

import json
from collections.abc import Sequence

from playground.verdict.json_places import Place, find_places
from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.json_writer import write
from playground.verdict.pointers import pointer_of, value_at


def readable(value: JsonValue) -> str:
    """JSON as a person would type it: letters of all scripts as themselves."""
    written = write(value)
    try:
        plain = json.dumps(json.loads(written), ensure_ascii=False)
    except (ValueError, RecursionError):
        return written
    return plain if json.dumps(json.loads(plain)) == written else written  # numbers that a double would change stay exact


def replace_value(text: str, pointer: str, written: str) -> str:
    """Another value at a pointer that exists."""
    span = _place(text, pointer).value
    return text[: span.start] + written + text[span.end :]


def set_member(text: str, pointer: str, key: str, written: str) -> str:
    """The object at `pointer` with this value under `key`; a new key comes last."""
    keys = _keys(text, pointer)
    if key in keys:
        return replace_value(text, pointer + pointer_of([key]), written)
    member = f"{readable(key)}: {written}"
    return _append(text, _place(text, pointer), [_place(text, pointer + pointer_of([each])) for each in keys], member)


def append_item(text: str, pointer: str, written: str) -> str:
    """The list at `pointer` with one more item."""
    items = value_at(_value(text), pointer)
    count = len(items) if isinstance(items, list) else 0
    return _append(text, _place(text, pointer), [_place(text, f"{pointer}/{index}") for index in range(count)], written)


def remove_member(text: str, pointer: str, key: str) -> str:
    """The object at `pointer` without `key`."""
    keys = _keys(text, pointer)
    return _without(text, _place(text, pointer), [_place(text, pointer + pointer_of([each])) for each in keys], keys.index(key))


def remove_item(text: str, pointer: str, index: int) -> str:
    """The list at `pointer` without one of its items."""
    items = value_at(_value(text), pointer)
    count = len(items) if isinstance(items, list) else 0
    return _without(text, _place(text, pointer), [_place(text, f"{pointer}/{each}") for each in range(count)], index)


def rename_key(text: str, pointer: str, key: str, new: str) -> str:
    """The object at `pointer` with another name for `key`, in the same place."""
    span = _place(text, pointer + pointer_of([key])).key
    return text if span is None else text[: span.start] + readable(new) + text[span.end :]


def swap_members(text: str, pointer: str, first: str, second: str) -> str:
    """The object at `pointer` with two members in each other's place."""
    one, other = sorted(_whole(_place(text, pointer + pointer_of([key]))) for key in (first, second))
    return text[: one[0]] + text[slice(*other)] + text[one[1] : other[0]] + text[slice(*one)] + text[other[1] :]


def _append(text: str, container: Place, members: Sequence[Place], written: str) -> str:
    if not members:
        inside = container.value.start + 1
        return text[:inside] + written + text[container.value.end - 1 :]
    start, end = _whole(members[-1])
    line = text.rfind("\n", 0, start) + 1
    before = text[line:start]
    gap = "\n" + before if line > container.value.start and not before.strip() else " "
    return text[:end] + "," + gap + written + text[end:]


def _without(text: str, container: Place, members: Sequence[Place], index: int) -> str:
    start, end = _whole(members[index])
    if len(members) == 1:
        return text[: container.value.start + 1] + text[container.value.end - 1 :]
    if index == 0:
        return text[:start] + text[_whole(members[1])[0] :]
    return text[: _whole(members[index - 1])[1]] + text[end:]


def _whole(place: Place) -> tuple[int, int]:
    """From the key, where there is one, to the value's end."""
    return (place.key or place.value).start, place.value.end


def _keys(text: str, pointer: str) -> list[str]:
    held = value_at(_value(text), pointer)
    return list(held) if isinstance(held, dict) else []


def _value(text: str) -> JsonValue:
    reading = read(text)
    if reading.answer is None:
        raise ValueError("only a sound JSON text can be edited")
    return reading.answer.value


def _place(text: str, pointer: str) -> Place:
    start = len(text) - len(text.lstrip(" \t\r\n"))
    return find_places(text, start, [pointer])[pointer]
