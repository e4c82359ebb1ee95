"""Chat Completions: OpenAI's dialect, and that of all servers that copy it."""

from dataclasses import replace
from typing import Any

from playground.endpoints.addresses import Address
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
from playground.endpoints.server_errors import ServerError, read_error_value
from playground.endpoints.wire import Habits, Headers, ModelPage
from playground.endpoints.wire_json import write_json
from playground.endpoints.wires.model_lists import read_names
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Request, Usage
from playground.repair.requests import LIMIT_FIELDS
from playground.verdict.violations import Finish

_RESERVED = ("model", "messages", "stream")
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
        fields["messages"] = write_json(
            [{"role": message.role.value, "content": content_of(message)} for message in request.messages]
        )
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
            grown += _take_part(draft, part)
        return grown

    def learn(self, said: str, settings: EndpointSettings, habits: Habits) -> Habits | None:
        """Whether the server wants the limit under its other name, or no usage in its streams."""
        if "stream_options" in said and habits.stream_usage and settings.stream:
            return replace(habits, stream_usage=False)
        if "max_completion_tokens" in said and settings.max_tokens is not None:
            other = habits.limit_field == "max_tokens"
            return replace(habits, limit_field="max_completion_tokens" if other else "max_tokens")
        return None

    def models_url(self, address: Address, after: str | None) -> str:  # noqa: ARG002 - one page holds all
        """Where the list of models is asked for."""
        return address.url("models")

    def read_models(self, value: Any) -> ModelPage | None:
        """{"data": [{"id"}]}, a bare list, or {"models": [{"name"}]}."""
        return read_names(value)


def _write_mode(request: Request, preset: Preset) -> Fields:
    check_mode(request, preset, frozenset(Mode))
    mode = request.endpoint.mode
    if mode is Mode.PROMPT:
        return {}
    if mode is Mode.JSON:
        return {"response_format": '{"type":"json_object"}'}
    schema = read_schema(request.schema_text)
    name = write_json(ANSWER_NAME)
    match mode:
        case Mode.SCHEMA:
            return {"response_format": f'{{"type":"json_schema","json_schema":{{"name":{name},"strict":true,"schema":{schema}}}}}'}
        case Mode.TOOL:
            choice = '"required"' if preset.tool_choice == "required" else f'{{"type":"function","function":{{"name":{name}}}}}'
            function = f'{{"name":{name},"description":{write_json(TOOL_MEANING)},"parameters":{schema}}}'
            return {"tools": f'[{{"type":"function","function":{function}}}]', "tool_choice": choice}
        case Mode.GRAMMAR:
            constraint = schema if preset.grammar_field == "json_schema" else f'{{"json":{schema}}}'
            return {preset.grammar_field: constraint}


def _find_part(choice: dict[str, Any], part_name: str) -> dict[str, Any] | None:
    """The message or its piece; `message` where a server streams whole messages, `text` where it speaks the old dialect."""
    for name in (part_name, "message"):
        part = choice.get(name)
        if isinstance(part, dict):
            return part
    if "text" in choice:
        return {"content": choice["text"]}
    return {} if part_name == "delta" or choice.get("error") else None  # a chunk may be empty, a whole reply may not


def _take_part(draft: ReplyDraft, part: dict[str, Any]) -> list[Growth]:
    grown = _take_content(draft, part.get("content"))
    # DeepSeek, llama.cpp and older vLLM say reasoning_content; vLLM, Ollama and OpenRouter say reasoning.
    thought = next(
        (part[name] for name in ("reasoning_content", "reasoning") if isinstance(part.get(name), str) and part[name]), ""
    )
    grown += draft.add_thought(thought)
    draft.add_refusal(part.get("refusal"))
    calls = part.get("tool_calls")
    if isinstance(old := part.get("function_call"), dict):
        calls = [{"index": 0, "function": old}]
    for position, call in enumerate(calls if isinstance(calls, list) else ()):
        if isinstance(call, dict):
            grown += _take_call(draft, call, position)
    return grown


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
                    for piece in _texts([part]):
                        grown += draft.add_text(piece)
            return grown
        case dict() | bool() | int() | float():
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
