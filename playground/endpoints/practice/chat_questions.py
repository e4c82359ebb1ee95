"""Chat Completions, the server's side: what a request asks the practice model, and what the answer looks like."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from playground.endpoints.practice.endpoint import LABEL
from playground.endpoints.practice.listening import digest_of
from playground.endpoints.practice.model import Question, pieces_of, usage_of
from playground.endpoints.practice.settings import FIELD, PracticeSettings, SettingsProblem, practice_presets, settings_of
from playground.endpoints.practice.spoiling import Written
from playground.repair.exchange import Usage
from playground.repair.message import Message, Role
from playground.verdict.extraction import extract
from playground.verdict.violations import Finish
from playground.words.text import Text, text

_PLAIN_SCHEMA = '{"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}'
_ROLES = {"system": Role.SYSTEM, "developer": Role.SYSTEM, "assistant": Role.ASSISTANT}
_SCHEMA_KEYS = ("properties", "$schema", "$ref", "enum", "oneOf", "anyOf", "items")


class BadRequest(Exception):
    """A request that is none; `why` in words."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.id)
        self.why = why


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """What a client wants, and in which form."""

    question: Question
    settings: PracticeSettings
    model: str
    streams: bool
    with_usage: bool  # in a stream: a last piece with the tokens
    tool: str | None  # the answer goes into the arguments of a call to this tool
    most_tokens: int | None


def read_question(body: bytes, base: PracticeSettings) -> ChatQuestion:
    """The question in a request's body; raises BadRequest, and SettingsProblem for settings that cannot be."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest(text("practice.error.not_json")) from None
    listed = content.get("messages") if isinstance(content, dict) else None
    if not isinstance(listed, list) or not listed or not all(isinstance(item, dict) for item in listed):
        raise BadRequest(text("practice.error.no_messages"))
    messages = tuple(Message(_ROLES.get(str(item.get("role")), Role.USER), _content_of(item)) for item in listed)
    model = str(content.get("model") or "")
    changes = content.get(FIELD) or {}
    if not isinstance(changes, dict):
        raise SettingsProblem(FIELD)
    seed = content.get("seed")
    settings = settings_of(model, changes, base=base)
    if "seed" not in changes:
        settings = replace(settings, seed=seed if isinstance(seed, int) and not isinstance(seed, bool) else base.seed)
    if "speed" not in changes:
        settings = replace(settings, speed=base.speed)
    tool, tool_schema = _tool_of(content)
    options = content.get("stream_options")
    limit = content.get("max_completion_tokens") or content.get("max_tokens")
    return ChatQuestion(
        Question(messages, tool_schema or _schema_of(content, messages)),
        settings,
        model or f"practice-{settings.preset}",
        streams=content.get("stream") is True,
        with_usage=isinstance(options, dict) and options.get("include_usage") is True,
        tool=tool,
        most_tokens=limit if isinstance(limit, int) and limit > 0 else None,
    )


def whole_answer(asked: ChatQuestion, written: Written, created: int) -> dict[str, Any]:
    """The body of an answer that does not stream."""
    message: dict[str, Any] = {"role": "assistant", "content": written.text, "refusal": written.refusal}
    if written.refusal is not None:
        message["content"] = None
    elif asked.tool is not None:
        call = {"id": _call_id(asked), "type": "function", "function": {"name": asked.tool, "arguments": written.text}}
        message |= {"content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(asked, written)}
    return {
        **_head(asked, "chat.completion", created),
        "choices": [choice],
        "usage": _usage(usage_of(asked.question.messages, written.text)),
    }


def stream_pieces(asked: ChatQuestion, written: Written, created: int) -> Iterator[tuple[bool, dict[str, Any]]]:
    """The pieces of a stream, each with whether it carries some of the text and so takes its time."""
    head = _head(asked, "chat.completion.chunk", created)

    def piece(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]}

    yield False, piece({"role": "assistant", "content": None if asked.tool or written.refusal else ""})
    if written.refusal is not None:
        yield from ((True, piece({"refusal": part})) for part in pieces_of(written.refusal))
    elif asked.tool is not None:
        call = {"index": 0, "id": _call_id(asked), "type": "function", "function": {"name": asked.tool, "arguments": ""}}
        yield False, piece({"tool_calls": [call]})
        for part in pieces_of(written.text):
            yield True, piece({"tool_calls": [{"index": 0, "function": {"arguments": part}}]})
    else:
        yield from ((True, piece({"content": part})) for part in pieces_of(written.text))
    yield False, piece({}, _finish(asked, written))
    if asked.with_usage:
        yield False, {**head, "choices": [], "usage": _usage(usage_of(asked.question.messages, written.text))}


def model_list(created: int) -> dict[str, Any]:
    """The body of the list of models."""
    models = [{"id": preset.model, "object": "model", "created": created, "owned_by": LABEL} for preset in practice_presets()]
    return {"object": "list", "data": models}


def _head(asked: ChatQuestion, kind: str, created: int) -> dict[str, Any]:
    id = "practice-" + digest_of(str(asked.settings), *(message.content for message in asked.question.messages))
    return {"id": id, "object": kind, "created": created, "model": asked.model, "system_fingerprint": LABEL}


def _finish(asked: ChatQuestion, written: Written) -> str:
    if written.finish is Finish.LENGTH:
        return "length"
    return "tool_calls" if asked.tool is not None and written.refusal is None else "stop"


def _call_id(asked: ChatQuestion) -> str:
    return f"call_practice_{asked.question.turn}"


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "simulated": True,
    }


def _content_of(item: dict[str, Any]) -> str:
    """A message's text: whole, in parts, or the arguments of the tool call that it is."""
    content = item.get("content")
    if isinstance(content, list):
        content = "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    if isinstance(content, str) and content:
        return content
    calls = item.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict) and isinstance(function.get("arguments"), str):
            return str(function["arguments"])
    return str(item.get("refusal") or "")


def _tool_of(content: dict[str, Any]) -> tuple[str | None, str | None]:
    """The tool that is to be called, and its schema; the first one unless another is named."""
    if content.get("tool_choice") == "none":
        return None, None
    listed = content.get("tools")
    tools = (
        [tool["function"] for tool in listed if isinstance(tool, dict) and isinstance(tool.get("function"), dict)]
        if isinstance(listed, list)
        else []
    )
    choice = content.get("tool_choice")
    wanted = choice["function"].get("name") if isinstance(choice, dict) and isinstance(choice.get("function"), dict) else None
    for tool in tools:
        if wanted in (None, tool.get("name")):
            schema = tool.get("parameters")
            return str(tool.get("name")), json.dumps(schema) if isinstance(schema, dict) else None
    return None, None


def _schema_of(content: dict[str, Any], messages: tuple[Message, ...]) -> str:
    """The schema where the request has one, else the first one that a message quotes, else an object with one text."""
    wanted = content.get("response_format")
    named = wanted.get("json_schema") if isinstance(wanted, dict) else None
    schema = named.get("schema") if isinstance(named, dict) else None
    if schema is None:
        structured = content.get("structured_outputs")
        schema = structured.get("json") if isinstance(structured, dict) else content.get("json_schema")
    if isinstance(schema, dict | bool):
        return json.dumps(schema)
    quoted = (_quoted_schema(message.content) for message in messages if message.role is not Role.ASSISTANT)
    return next((found for found in quoted if found), _PLAIN_SCHEMA)


def _quoted_schema(said: str) -> str | None:
    """A JSON Schema that stands in a text, as it is written there."""
    for found in extract(said).candidates:
        value = found.reading.answer.value if found.reading.answer else None
        if isinstance(value, dict) and ("type" in value or "$schema" in value) and any(key in value for key in _SCHEMA_KEYS):
            return said[found.reading.start : found.reading.end]
    return None
