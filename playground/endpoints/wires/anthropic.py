"""Anthropic Messages."""

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from playground.endpoints.addresses import Address
from playground.endpoints.native_turns import Turn, join_neighbours, split_system, turns_of
from playground.endpoints.presets import Preset
from playground.endpoints.reply_draft import Growth, ReplyDraft, add_counts, read_count
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
from playground.endpoints.wire_json import NotJson, read_json, write_json
from playground.endpoints.wires.model_lists import read_page
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.exchange import Request, Usage
from playground.repair.message import Role
from playground.verdict.violations import Finish

_RESERVED = ("model", "messages", "system", "stream")
_SAMPLING = ("temperature", "top_p", "top_k")
_LIMIT_NEEDED = 4096  # tokens, where no limit is set: the dialect demands one
_PAGE = 1000
_FINISHES = {
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "max_tokens": Finish.LENGTH,
    "model_context_window_exceeded": Finish.LENGTH,
    "tool_use": Finish.TOOL_CALL,
    "refusal": Finish.REFUSAL,
}


class Anthropic:
    """See `wire.Wire`."""

    dialect = Dialect.ANTHROPIC
    modes = frozenset({Mode.SCHEMA, Mode.TOOL})
    key_header = "x-api-key"
    streams_lines = False

    def url(self, address: Address, settings: EndpointSettings) -> str:  # noqa: ARG002 - other dialects have the model in it
        """Where the request is sent."""
        return address.url("messages")

    def headers(self, request: Request, preset: Preset) -> Headers:
        """The version of the dialect: the newest has no temperature any more."""
        extra = read_extra(request.endpoint, _RESERVED)
        sampled = request.endpoint.temperature is not None or any(name in extra for name in _SAMPLING)
        return (("anthropic-version", preset.sampling_version if sampled else preset.version),)

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:  # noqa: ARG002 - it has one name for everything
        """The request's body; raises AskFailed when it can't be asked this way."""
        settings = request.endpoint
        check_mode(request, preset, self.modes)
        fields: Fields = {"model": write_json(model_name(settings, preset))}
        fields["max_tokens"] = write_json(_LIMIT_NEEDED if settings.max_tokens is None else settings.max_tokens)
        system, turns = split_system(turns_of(request, self.dialect))
        if system:
            fields["system"] = write_json(system)
        fields["messages"] = write_json([_write_turn(turn) for turn in join_neighbours(turns)])
        if settings.temperature is not None:
            fields["temperature"] = write_json(settings.temperature)
        fields |= _write_mode(request)
        fields["stream"] = write_json(settings.stream)
        return write_fields(merge(fields, read_extra(settings, _RESERVED)))

    def take(self, draft: ReplyDraft, value: dict[str, Any], event: str, *, whole: bool) -> list[Growth]:
        """A whole message, or one event of a stream."""
        kind = value.get("type") if isinstance(value.get("type"), str) else event
        if whole or kind == "message":
            return _take_message(draft, value, whole=True)
        match kind:
            case "message_start":
                message = value.get("message")
                return _take_message(draft, message, whole=False) if isinstance(message, dict) else []
            case "content_block_start":
                block = value.get("content_block")
                return _take_block(draft, block, _place_of(value), whole=False) if isinstance(block, dict) else []
            case "content_block_delta":
                return _take_delta(draft, value.get("delta"), _place_of(value))
            case "content_block_stop":
                _close_block(draft, _place_of(value))
            case "message_stop":
                draft.ended = True
            case "message_delta":
                _take_usage(draft, value.get("usage"))
                _take_stop(draft, value.get("delta"))
        return []

    def learn(self, said: str, settings: EndpointSettings, habits: Habits) -> Habits | None:  # noqa: ARG002 - as above
        """Nothing: it has one name for everything."""
        return None

    def context_call(self, address: Address, model: str) -> tuple[str, bytes] | None:  # noqa: ARG002 - the list says it
        """None: the list of models says it, or nothing does."""
        return None

    def read_context(self, value: Any) -> int | None:  # noqa: ARG002 - as above
        """None."""
        return None

    def models_url(self, address: Address, after: str | None) -> str:
        """Where a page of the list of models is asked for."""
        page = f"limit={_PAGE}" + (f"&after_id={quote(after, safe='')}" if after else "")
        url = address.url("models")
        return f"{url}{'&' if '?' in url else '?'}{page}"

    def read_models(self, value: Any) -> ModelPage | None:
        """{"data": [{"id"}], "has_more", "last_id"}."""
        page = read_page(value)
        if page is None or not value.get("has_more") or not isinstance(value.get("last_id"), str):
            return page
        return replace(page, after=value["last_id"])


def _write_turn(turn: Turn) -> dict[str, Any]:
    content: Any = content_of(turn)
    if turn.called is not None and turn.role is Role.USER:
        content = [{"type": "tool_result", "tool_use_id": turn.called.id, "content": content}]
    elif turn.called is not None:
        content = [
            *turn.signed,
            {"type": "tool_use", "id": turn.called.id, "name": turn.called.name, "input": _read_input(content)},
        ]
    elif turn.signed:
        content = [*turn.signed, {"type": "text", "text": content}]
    return {"role": turn.role.value, "content": content}


def _read_input(arguments: str) -> Any:
    """An object, as the dialect wants it; a call that was cut off or broken has none, and is given back as the words that came."""
    try:
        value = read_json(arguments)
    except NotJson:
        value = None
    return value if isinstance(value, dict) else {"invalid": arguments}


def _write_mode(request: Request) -> Fields:
    mode = request.endpoint.mode
    if mode is Mode.PROMPT:
        return {}
    schema, name = read_schema(request.schema_text), write_json(ANSWER_NAME)
    if mode is Mode.SCHEMA:
        return {"output_config": {"format": f'{{"type":"json_schema","schema":{schema}}}'}}
    tool = f'{{"name":{name},"description":{write_json(TOOL_MEANING)},"input_schema":{schema}}}'
    return {"tools": f"[{tool}]", "tool_choice": f'{{"type":"tool","name":{name},"disable_parallel_tool_use":true}}'}


def _take_message(draft: ReplyDraft, message: dict[str, Any], *, whole: bool) -> list[Growth]:
    content = message.get("content")
    if isinstance(content, list):
        draft.answer_came = True
    draft.name_model(message.get("model"))
    _take_usage(draft, message.get("usage"))
    grown: list[Growth] = []
    for index, block in enumerate(content if isinstance(content, list) else ()):
        if isinstance(block, dict):
            grown += _take_block(draft, block, index, whole=whole)
            _drop_unsigned(draft, index)
    _take_stop(draft, message)
    return grown


def _take_block(draft: ReplyDraft, block: dict[str, Any], index: object, *, whole: bool) -> list[Growth]:
    draft.answer_came = True
    match block.get("type"):
        case "text":
            return draft.add_text(block.get("text"))
        case "thinking":
            draft.signed[index] = {"type": "thinking", "thinking": [], "signature": []}
            _sign(draft, index, "signature", block.get("signature"))
            _sign(draft, index, "thinking", block.get("thinking"))
            return draft.add_thought(block.get("thinking"))
        case "tool_use":
            given = block.get("input")
            draft.call(index, block.get("id"), block.get("name"))
            # At the start of a stream it is an empty object, which the pieces then fill.
            return draft.add_arguments(index, write_json(given) if given or whole else "")
        case "redacted_thinking":
            draft.signed[index] = dict(block)
    return []


def _take_delta(draft: ReplyDraft, delta: Any, index: object) -> list[Growth]:
    if not isinstance(delta, dict):
        return []
    match delta.get("type"):
        case "text_delta":
            return draft.add_text(delta.get("text"))
        case "thinking_delta":
            _sign(draft, index, "thinking", delta.get("thinking"))
            return draft.add_thought(delta.get("thinking"))
        case "signature_delta":
            _sign(draft, index, "signature", delta.get("signature"))
        case "input_json_delta":
            return draft.add_arguments(index, delta.get("partial_json"))
    return []


def _place_of(event: dict[str, Any]) -> int:
    """The number of the block that the event is about."""
    index = event.get("index")
    return index if isinstance(index, int) else 0


def _sign(draft: ReplyDraft, index: object, name: str, piece: Any) -> None:
    block = draft.signed.get(index)
    if block is not None and isinstance(block.get(name), list) and isinstance(piece, str):
        block[name].append(piece)


def _close_block(draft: ReplyDraft, index: object) -> None:
    """A call without arguments sends no piece of them; thoughts without a signature do not go back."""
    call = draft.tool_calls.get(index)
    if call is not None and not call.pieces:
        draft.add_arguments(index, "{}")
    _drop_unsigned(draft, index)


def _drop_unsigned(draft: ReplyDraft, index: object) -> None:
    block = draft.signed.get(index)
    if block is not None and block.get("type") == "thinking" and not "".join(block["signature"]):
        del draft.signed[index]


def _take_stop(draft: ReplyDraft, holder: Any) -> None:
    reason = holder.get("stop_reason") if isinstance(holder, dict) else None
    if not isinstance(reason, str) or not reason:
        return
    draft.end(_FINISHES.get(reason, Finish.UNKNOWN))
    details = holder.get("stop_details")
    if isinstance(details, dict):
        draft.add_refusal(details.get("explanation"))


def _take_usage(draft: ReplyDraft, value: Any) -> None:
    """The counts of a stream are running totals: a later one takes the place of the one before."""
    if not isinstance(value, dict):
        return
    before = draft.usage or Usage()
    cached = read_count(value, "cache_read_input_tokens")
    fresh = add_counts(read_count(value, "input_tokens"), read_count(value, "cache_creation_input_tokens"), cached)
    details = value.get("output_tokens_details")
    usage = Usage(
        input_tokens=before.input_tokens if fresh is None else fresh,
        output_tokens=_later(before.output_tokens, read_count(value, "output_tokens")),
        reasoning_tokens=_later(before.reasoning_tokens, read_count(details, "thinking_tokens", "reasoning_tokens")),
        cached_tokens=_later(before.cached_tokens, cached),
    )
    draft.usage = None if usage == Usage() else usage


def _later(before: int | None, now: int | None) -> int | None:
    return before if now is None else now
