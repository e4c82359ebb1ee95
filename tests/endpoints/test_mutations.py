"""Whatever stands in a server's answer, it is a reply or a failure, and never a fault of ours."""

import asyncio
import json
import random
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import pytest

from playground.endpoints.answer_reading import AnswerReader
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.error_bodies import read_error
from playground.endpoints.growth import Growing
from playground.endpoints.presets import preset
from playground.endpoints.server_errors import Asked, read_refusal
from playground.endpoints.transport import Answer
from playground.endpoints.wires.table import wire_of
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.exchange import Reply
from playground.repair.record_format import read_record, write_record
from tests.endpoints.asking import Seen

_SHAPES = {path.stem: json.loads(path.read_text("utf-8")) for path in (Path(__file__).parent / "recorded").glob("*.json")}
_ODD: list[Any] = [
    None, True, False, 0, -1, 10**30, 1.5, "", "x", "\ud800", "[DONE]", [], [None], [[]], {}, {"a": 1}, {"text": 7}, [{"text": None}],
    {"type": 7}, {"error": "x"}, {"message": []}, "error", "tool_use", {"index": "x"}, [{"function": []}], {"parts": 7},
]  # fmt: skip


class _InMemory:
    """An answer whose bytes are here already."""

    def __init__(self, content: bytes, kind: str) -> None:
        self.status = 200
        self.headers = {"content-type": kind}
        self._content = content

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        for at in range(0, len(self._content), 700):
            yield self._content[at : at + 700]


def _mutate(value: Any, chance: random.Random) -> Any:
    """A copy with one place replaced, dropped or doubled."""
    places: list[tuple[Any, Any]] = []
    copy = json.loads(json.dumps(value))
    waiting = [copy]
    while waiting:
        holder = waiting.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            places.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    holder, key = chance.choice(places)
    match chance.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case _:
            holder[key] = chance.choice(_ODD)
    return copy


def _read(name: str, content: bytes, kind: str, *, mode: Mode, stream: bool) -> Reply | AskFailed:
    shape = _SHAPES[name]
    known = preset(shape["preset"])
    wire = wire_of(Dialect(shape.get("dialect", known.dialects[0])))
    settings = EndpointSettings(preset=known.id, mode=mode, stream=stream, model="m")

    async def once() -> Reply | AskFailed:
        growing = Growing(Seen(), lambda: 0.0, "sk-secret")
        growing.start()
        try:
            answer = cast("Answer", _InMemory(content, kind))
            return await AnswerReader(wire, Asked(settings, "http://a", key="sk-secret"), growing).read(answer)
        except AskFailed as failed:
            return failed

    return asyncio.run(once())


def _check(result: Reply | AskFailed) -> None:
    if isinstance(result, Reply):
        assert read_record(Reply, write_record(result)) == result
    else:
        assert result.failure.kind != "internal"


@pytest.mark.parametrize("name", sorted(_SHAPES))
def test_whole_answers(name: str) -> None:
    chance = random.Random(name)
    for _ in range(150):
        body = _mutate(_SHAPES[name]["whole"], chance)
        if chance.random() < 0.5:
            body = _mutate(body, chance) if body else body
        _check(_read(name, json.dumps(body).encode(), "application/json", mode=chance.choice(list(Mode)), stream=False))


@pytest.mark.parametrize("name", sorted(_SHAPES))
def test_streams(name: str) -> None:
    chance = random.Random(name)
    shape = _SHAPES[name]
    for _ in range(100):
        if "lines" in shape:
            content = "".join(json.dumps(line) + "\n" for line in _mutate(shape["lines"], chance))
        else:
            events = list(shape["stream"])
            at = chance.choice([at for at, event in enumerate(events) if "{" in event])
            before, _, data = events[at].partition("data: ")
            events[at] = f"{before}data: {json.dumps(_mutate([json.loads(data)], chance)[0:1] or [None])[1:-1]}"
            content = "\n\n".join(events) + "\n\n"
        encoded = content.encode("utf-8", "surrogatepass")
        _check(
            _read(name, encoded[: chance.choice([len(encoded), chance.randrange(len(encoded))])], "", mode=Mode.TOOL, stream=True)
        )


@pytest.mark.parametrize("name", sorted(_SHAPES))
def test_errors(name: str) -> None:
    chance = random.Random(name)
    for error in _SHAPES[name]["errors"]:
        for _ in range(60):
            body = json.dumps(_mutate({"whole": error["body"]}, chance).get("whole"))
            asked = Asked(EndpointSettings(mode=Mode.SCHEMA), "http://a", key="sk-secret")
            failed = read_refusal(chance.choice([400, 404, 429, 500]), {}, read_error(body.encode()), asked)
            assert failed.failure.kind != "internal"
