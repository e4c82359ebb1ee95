"""Chat Completions: OpenAI's dialect, and that of all servers that copy it."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

from playground.endpoints.addresses import Address
from playground.endpoints.error_bodies import ServerError, read_error_value
from playground.endpoints.native_turns import Turn, join_neighbours, turns_of
from playground.endpoints.presets import Preset
from playground.endpoints.reply_draft import Growth, ReplyDraft, read_count
from playground.endpoints.request_parts import (
    ANSWER_NAME,
    TOOL_MEANING,
    Fields,
    check_mode,
    content_of,
    merge,
    model_name,
    read_extra,
    read_schema,
    write_fields,
)
from playground.endpoints.wire import Habits, Headers, ModelPage
from playground.endpoints.wire_json import write_json
from playground.endpoints.wires.model_lists import read_page
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.exchange import Request, Usage
from playground.repair.message import Role
from playground.repair.requests import LIMIT_FIELDS
from playground.verdict.violations import Finish

_RESERVED = ("model", "messages", "stream")
_THOUGHT = "reasoning_content"
_NO_SYSTEM = re.compile(
    r"system.{0,20} (role|message|prompt)\w*.{0,20}(not|unsupported)|(not|un)\W?support\w*.{0,30}system", re.IGNORECASE
)
_NO_NEIGHBOURS = re.compile(
    r"roles? must alternate|alternat\w+ (user|between)|consecutive (user|assistant|messages)", re.IGNORECASE
)
_FINISHES = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "model_length": Finish.LENGTH,
    "tool_calls": Finish.TOOL_CALL,
    "tool_use": Finish.TOOL_CALL,
    "function_call": Finish.TOOL_CALL,
    "content_filter": Finish.CONTENT_FILTER,
    "safety": Finish.CONTENT_FILTER,
    "refusal": Finish.REFUSAL,
}


class ChatCompletions:
    """See `wire.Wire`."""

    dialect = Dialect.CHAT_COMPLETIONS
    modes = frozenset(Mode)
    key_header = "authorization"
    streams_lines = False

    def url(self, address: Address, settings: EndpointSettings) -> str:  # noqa: ARG002 - other dialects have the model in it
        """Where the request is sent."""
        return address.url("chat/completions")

    def headers(self, request: Request, preset: Preset) -> Headers:  # noqa: ARG002 - other dialects name their version
        """Nothing of its own."""
        return ()

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:
        """The request's body; raises AskFailed when it can't be asked this way."""
        settings = request.endpoint
        fields: Fields = {}
        if name := model_name(settings, preset):
            fields["model"] = write_json(name)
        fields["messages"] = write_json(_write_turns(turns_of(request, self.dialect), preset, habits))
        if settings.max_tokens is not None:
            fields[habits.limit_field] = write_json(settings.max_tokens)
        if settings.temperature is not None:
            fields["temperature"] = write_json(settings.temperature)
        fields |= _write_mode(request, preset)
        fields["stream"] = write_json(settings.stream)
        if settings.stream and habits.stream_usage:
            fields["stream_options"] = '{"include_usage":true}'
        extra = read_extra(settings, _RESERVED)
        if any(name in extra for name in LIMIT_FIELDS):
            fields.pop(habits.limit_field, None)
        return write_fields(merge(fields, extra))

    def take(self, draft: ReplyDraft, value: dict[str, Any], event: str, *, whole: bool) -> list[Growth]:  # noqa: ARG002 - unnamed here
        """One whole answer, or one chunk of a stream."""
        draft.name_model(value.get("model"))
        if (usage := _read_usage(value.get("usage"))) is not None:
            draft.usage = usage
        choices = value.get("choices")
        grown: list[Growth] = []
        for choice in choices if isinstance(choices, list) else ():
            part = _find_part(choice, "message" if whole else "delta") if isinstance(choice, dict) else None
            if part is None:
                continue
            draft.answer_came = True
            if choice.get("index") not in (0, None):
                continue
            if isinstance(word := choice.get("finish_reason"), str) and word:
                draft.end(_FINISHES.get(word.lower(), Finish.UNKNOWN))
                if word.lower() == "error":  # OpenRouter
                    draft.error = read_error_value(choice) if choice.get("error") else ServerError()
            grown += _take_part(draft, part if whole else _only_new(draft, choice, part))
        return grown

    def learn(self, said: str, settings: EndpointSettings, habits: Habits) -> Habits | None:
        """Whether the server wants the limit under its other name, no usage in its streams, or other roles."""
        if "stream_options" in said and habits.stream_usage and settings.stream:
            return replace(habits, stream_usage=False)
        if habits.system_role and _NO_SYSTEM.search(said):
            return replace(habits, system_role=False)
        if habits.same_role_twice and _NO_NEIGHBOURS.search(said):
            return replace(habits, same_role_twice=False)
        if "max_completion_tokens" in said and settings.max_tokens is not None:
            other = habits.limit_field == "max_tokens"
            return replace(habits, limit_field="max_completion_tokens" if other else "max_tokens")
        return None

    def context_call(self, address: Address, model: str) -> tuple[str, bytes] | None:  # noqa: ARG002 - the list says it
        """None: the list of models says it, or nothing does."""
        return None

    def read_context(self, value: Any) -> int | None:  # noqa: ARG002 - as above
        """None."""
        return None

    def models_url(self, address: Address, after: str | None) -> str:  # noqa: ARG002 - one page holds all
        """Where the list of models is asked for."""
        return address.url("models")

    def read_models(self, value: Any) -> ModelPage | None:
        """{"data": [{"id"}]}, a bare list, or {"models": [{"name"}]}."""
        return read_page(value)


def _write_turns(turns: list[Turn], preset: Preset, habits: Habits) -> list[dict[str, Any]]:
    if not habits.system_role:
        turns = [Turn(Role.USER, turn.content) if turn.role is Role.SYSTEM else turn for turn in turns]
    if not (habits.same_role_twice and habits.system_role):  # who refuses a system's turn would now see two of the user's
        turns = join_neighbours(turns)
    return [_write_turn(turn, preset) for turn in turns]


def _write_turn(turn: Turn, preset: Preset) -> dict[str, Any]:
    content, called = content_of(turn), turn.called
    signed = _signed_fields(turn, preset)
    if called is None:
        return {"role": turn.role.value, "content": content, **signed}
    if turn.role is Role.USER:
        return {"role": "tool", "tool_call_id": called.id, "content": content}
    call = {"id": called.id, "type": "function", "function": {"name": called.name, "arguments": turn.content}, **called.more}
    return {"role": "assistant", "content": None, "tool_calls": [call], **signed}


def _signed_fields(turn: Turn, preset: Preset) -> dict[str, Any]:
    """What goes back beside the content; thoughts in plain text only where they are wanted, for others refuse them."""
    wanted = turn.called is not None and preset.returns_thoughts
    return {name: value for block in turn.signed for name, value in block.items() if name != _THOUGHT or wanted}


def _write_mode(request: Request, preset: Preset) -> Fields:
    check_mode(request, preset, ChatCompletions.modes)
    mode = request.endpoint.mode
    if mode is Mode.PROMPT:
        return {}
    if mode is Mode.JSON:
        return {"response_format": '{"type":"json_object"}'}
    schema = read_schema(request.schema_text)
    name = write_json(ANSWER_NAME)
    strict = {"response_format": f'{{"type":"json_schema","json_schema":{{"name":{name},"strict":true,"schema":{schema}}}}}'}
    match mode:
        case Mode.SCHEMA:
            return dict(strict)
        case Mode.TOOL:
            choice = '"required"' if preset.tool_choice == "required" else f'{{"type":"function","function":{{"name":{name}}}}}'
            function = f'{{"name":{name},"description":{write_json(TOOL_MEANING)},"parameters":{schema}}}'
            return {"tools": f'[{{"type":"function","function":{function}}}]', "tool_choice": choice}
        case Mode.GRAMMAR:
            match preset.grammar_field:
                case "json_schema":
                    return {"json_schema": schema}
                case "structured_outputs":
                    return {"structured_outputs": f'{{"json":{schema}}}'}
                case "response_format":
                    return dict(strict)


def _find_part(choice: dict[str, Any], part_name: str) -> dict[str, Any] | None:
    """The message or its piece; `message` where a server streams whole messages, `text` where it speaks the old dialect."""
    for name in (part_name, "message"):
        part = choice.get(name)
        if isinstance(part, dict):
            return part
    if "text" in choice:
        return {"content": choice["text"]}
    return {} if part_name == "delta" or choice.get("error") else None  # a chunk may be empty, a whole reply may not


def _only_new(draft: ReplyDraft, choice: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """The part without what has come already: some servers stream the whole message again and again, or once more at the end."""
    content = part.get("content")
    if part is not choice.get("message") or not isinstance(content, str) or not draft.content:
        return part
    before = "".join(draft.content)
    return {**part, "content": content.removeprefix(before)}


def _take_part(draft: ReplyDraft, part: dict[str, Any]) -> list[Growth]:
    grown = _take_content(draft, part.get("content"))
    grown += _take_thought(draft, part)
    draft.add_refusal(part.get("refusal"))
    calls = part.get("tool_calls")
    if isinstance(old := part.get("function_call"), dict):
        calls = [{"index": 0, "function": old}]
    for position, call in enumerate(calls if isinstance(calls, list) else ()):
        if isinstance(call, dict):
            grown += _take_call(draft, call, position)
    return grown


def _take_thought(draft: ReplyDraft, part: dict[str, Any]) -> list[Growth]:
    """DeepSeek, llama.cpp and older vLLM say reasoning_content; vLLM, Ollama and OpenRouter say reasoning.

    OpenRouter adds reasoning_details, which go back unchanged: they hold the signatures of models behind it.
    """
    details = part.get("reasoning_details")
    details = [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []
    for detail in details:
        _keep_detail(draft.signed.setdefault("details", {"reasoning_details": []})["reasoning_details"], detail)
    names = ("reasoning_content", "reasoning")
    name = next((name for name in names if isinstance(part.get(name), str) and part[name]), None)
    if name is None:
        return draft.add_thought("".join(_texts(details)))
    if name == "reasoning_content":
        draft.signed.setdefault(_THOUGHT, {_THOUGHT: []})[_THOUGHT].append(part[name])
    return draft.add_thought(part[name])


def _keep_detail(kept: list[dict[str, Any]], detail: dict[str, Any]) -> None:
    """A stream sends one detail in pieces, which go back as one."""
    last = kept[-1] if kept else {}
    if last.get("index") is None or any(last.get(name) != detail.get(name) for name in ("index", "type")):
        kept.append(dict(detail))
        return
    for name, value in detail.items():
        grows = name in {"text", "summary", "data"} and isinstance(value, str) and isinstance(last.get(name), str)
        last[name] = last[name] + value if grows else last.get(name) if value is None else value


def _take_content(draft: ReplyDraft, content: Any) -> list[Growth]:
    """A string; a list of parts, some of them thoughts (Mistral); or JSON that a server has parsed."""
    match content:
        case str():
            return draft.add_text(content)
        case list():
            grown: list[Growth] = []
            for part in content:
                if isinstance(part, dict) and part.get("type") == "thinking":
                    for thought in _texts(part.get("thinking")):
                        grown += draft.add_thought(thought)
                else:
                    if isinstance(part, dict):
                        draft.add_refusal(part.get("refusal"))
                    for piece in _texts([part]):
                        grown += draft.add_text(piece)
            return grown
        case dict() | bool() | int() | Decimal():
            return draft.add_text(write_json(content))
        case _:
            return []


def _texts(parts: Any) -> list[str]:
    found = [parts] if isinstance(parts, str) else parts if isinstance(parts, list) else []
    texts = [part.get("text") if isinstance(part, dict) else part for part in found]
    return [piece for piece in texts if isinstance(piece, str)]


def _take_call(draft: ReplyDraft, call: dict[str, Any], position: int) -> list[Growth]:
    """Joined by `index`; servers that omit it send an id with the first piece, or the whole call at once."""
    key: object = call.get("index")
    if not isinstance(key, int):
        key = call.get("id")
    if not isinstance(key, int | str) or key == "":
        key = draft.last_call if draft.last_call is not None else position
    draft.last_call = key
    function = call.get("function")
    known = draft.call(key, call.get("id"), function.get("name") if isinstance(function, dict) else None)
    if isinstance(extra := call.get("extra_content"), dict):  # Gemini's signature, where it copies this dialect
        known.more["extra_content"] = extra
    arguments = function.get("arguments") if isinstance(function, dict) else None
    if isinstance(arguments, dict | list):  # some servers parse them
        arguments = write_json(arguments)
    return draft.add_arguments(key, arguments)


def _read_usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    usage = Usage(
        input_tokens=read_count(value, "prompt_tokens", "input_tokens"),
        output_tokens=read_count(value, "completion_tokens", "output_tokens"),
        total_tokens=read_count(value, "total_tokens"),
        reasoning_tokens=read_count(value.get("completion_tokens_details"), "reasoning_tokens"),
        cached_tokens=read_count(value.get("prompt_tokens_details"), "cached_tokens"),
    )
    return None if usage == Usage() else usage
