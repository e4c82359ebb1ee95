"""OpenAI Responses."""

from dataclasses import replace
from typing import Any

from playground.endpoints.addresses import Address
from playground.endpoints.error_bodies import ServerError, read_error_value
from playground.endpoints.native_turns import Turn, turns_of
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
from playground.verdict.violations import Finish

_RESERVED = ("model", "input", "stream", "previous_response_id")
_INCOMPLETE = {"max_output_tokens": Finish.LENGTH, "max_tokens": Finish.LENGTH, "content_filter": Finish.CONTENT_FILTER}
_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed", "response.done"})
_DELTAS = frozenset({"response.reasoning_summary_text.delta", "response.reasoning_text.delta", "response.reasoning.delta"})


class Responses:
    """See `wire.Wire`."""

    dialect = Dialect.RESPONSES
    modes = frozenset({Mode.JSON, Mode.SCHEMA, Mode.TOOL})
    key_header = "authorization"
    streams_lines = False

    def url(self, address: Address, settings: EndpointSettings) -> str:  # noqa: ARG002 - other dialects have the model in it
        """Where the request is sent."""
        return address.url("responses")

    def headers(self, request: Request, preset: Preset) -> Headers:  # noqa: ARG002 - other dialects name their version
        """Nothing of its own."""
        return ()

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:
        """The request's body; raises AskFailed when it can't be asked this way. The server is told to keep nothing."""
        settings = request.endpoint
        check_mode(request, preset, self.modes)
        fields: Fields = {}
        if name := model_name(settings, preset):
            fields["model"] = write_json(name)
        fields["input"] = write_json([item for turn in turns_of(request, self.dialect) for item in _write_turn(turn)])
        fields["store"] = "false"
        if preset.sealed_thoughts and habits.sealed_thoughts:  # what is not stored must come back, and can't be read on the way
            fields["include"] = '["reasoning.encrypted_content"]'
        if settings.max_tokens is not None:
            fields["max_output_tokens"] = write_json(settings.max_tokens)
        if settings.temperature is not None:
            fields["temperature"] = write_json(settings.temperature)
        fields |= _write_mode(request)
        fields["stream"] = write_json(settings.stream)
        return write_fields(merge(fields, read_extra(settings, _RESERVED)))

    def take(self, draft: ReplyDraft, value: dict[str, Any], event: str, *, whole: bool) -> list[Growth]:
        """A whole response, or one event of a stream; the last event holds the response once more, with its usage."""
        kind = value.get("type") if isinstance(value.get("type"), str) else event
        if whole or ("output" in value and "type" not in value):
            return _take_response(draft, value)
        response = value.get("response")
        if isinstance(kind, str) and kind.startswith("response."):
            draft.answer_came = True
        if kind in _ENDS and isinstance(response, dict):
            draft.ended = True
            return _take_response(draft, response)
        match kind:
            case "response.output_text.delta":
                return draft.add_text(value.get("delta"))
            case "response.refusal.delta":
                draft.add_refusal(value.get("delta"))
            case "response.function_call_arguments.delta":
                return draft.add_arguments(_place_of(value), value.get("delta"))
            case "response.output_item.added" | "response.output_item.done":
                _note_item(draft, value.get("item"), _place_of(value))
            case "error":
                draft.error = read_error_value(value)
            case _ if kind in _DELTAS:
                return draft.add_thought(value.get("delta"))
        return []

    def learn(self, said: str, settings: EndpointSettings, habits: Habits) -> Habits | None:  # noqa: ARG002 - the same for all
        """Whether the model has no thoughts that could be sealed."""
        if habits.sealed_thoughts and ("encrypted" in said.lower() or "include" in said.lower()):
            return replace(habits, sealed_thoughts=False)
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
        """{"data": [{"id"}]}."""
        return read_page(value)


def _write_turn(turn: Turn) -> list[dict[str, Any]]:
    if turn.called is None:
        return [*turn.signed, {"role": turn.role.value, "content": content_of(turn)}]
    if turn.role is Role.USER:
        return [{"type": "function_call_output", "call_id": turn.called.id, "output": turn.content}]
    call = {"type": "function_call", "call_id": turn.called.id, "name": turn.called.name, "arguments": turn.content}
    return [*turn.signed, call]


def _write_mode(request: Request) -> Fields:
    mode = request.endpoint.mode
    if mode is Mode.PROMPT:
        return {}
    if mode is Mode.JSON:
        return {"text": {"format": '{"type":"json_object"}'}}
    schema, name = read_schema(request.schema_text), write_json(ANSWER_NAME)
    if mode is Mode.SCHEMA:
        return {"text": {"format": f'{{"type":"json_schema","name":{name},"strict":true,"schema":{schema}}}'}}
    # Left out, `strict` would be tried and dropped in silence.
    tool = f'{{"type":"function","name":{name},"description":{write_json(TOOL_MEANING)},"parameters":{schema},"strict":false}}'
    return {"tools": f"[{tool}]", "tool_choice": f'{{"type":"function","name":{name}}}'}


def _take_response(draft: ReplyDraft, response: dict[str, Any]) -> list[Growth]:
    """A response as a whole; what its stream has told already is not taken again."""
    output = response.get("output")
    status = response.get("status")
    draft.name_model(response.get("model"))
    if isinstance(output, list) or isinstance(status, str):
        draft.answer_came = True
    if (usage := _read_usage(response.get("usage"))) is not None:
        draft.usage = usage
    items = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    grown: list[Growth] = []
    if not draft.begun:
        for place, item in enumerate(items):
            grown += _take_item(draft, item, place)
    elif said := "".join(part["text"] for item in items for part in _texts_of(item)):
        draft.content = [said]  # the last event has the whole; pieces may have been lost on the way
    for place, item in enumerate(items):
        _note_item(draft, item, place)
    _take_status(draft, response, called=bool(draft.tool_calls))
    return grown


def _take_item(draft: ReplyDraft, item: dict[str, Any], place: int) -> list[Growth]:
    grown: list[Growth] = []
    if item.get("type") == "function_call":
        return draft.add_arguments(place, item.get("arguments"))
    thinks = item.get("type") == "reasoning"
    for part in (*_parts(item.get("summary")), *_parts(item.get("content"))):
        if part.get("type") == "refusal":
            draft.add_refusal(part.get("refusal"))
        elif thinks:
            grown += draft.add_thought(part.get("text"))
        else:
            grown += draft.add_text(part.get("text"))
    return grown


def _place_of(event: dict[str, Any]) -> int | str:
    """Which item of the output the event is about."""
    for name in ("output_index", "item_id"):
        if isinstance(place := event.get(name), int | str):
            return place
    return 0


def _note_item(draft: ReplyDraft, item: Any, place: object) -> None:
    """What names a call, and thoughts that are sealed: they go back as they came, without the id of what is not stored."""
    if not isinstance(item, dict):
        return
    if item.get("type") == "function_call":
        draft.call(place, item.get("call_id"), item.get("name"))
    elif item.get("type") == "reasoning" and isinstance(item.get("encrypted_content"), str) and item["encrypted_content"]:
        draft.signed[place] = {name: item.get(name) or [] for name in ("type", "summary", "encrypted_content")}


def _texts_of(item: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of a message that are its text."""
    if item.get("type", "message") != "message":
        return []
    return [part for part in _parts(item.get("content")) if part.get("type") != "refusal" and isinstance(part.get("text"), str)]


def _parts(value: Any) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _take_status(draft: ReplyDraft, response: dict[str, Any], *, called: bool) -> None:
    match response.get("status"):
        case "completed":
            draft.end(Finish.TOOL_CALL if called else Finish.STOP)
        case "incomplete":
            details = response.get("incomplete_details")
            reason = details.get("reason") if isinstance(details, dict) else None
            draft.end(_INCOMPLETE.get(reason, Finish.UNKNOWN) if isinstance(reason, str) else Finish.UNKNOWN)
        case "failed" | "cancelled":
            draft.error = read_error_value(response) if response.get("error") else ServerError()


def _read_usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    usage = Usage(
        input_tokens=read_count(value, "input_tokens"),
        output_tokens=read_count(value, "output_tokens"),
        total_tokens=read_count(value, "total_tokens"),
        reasoning_tokens=read_count(value.get("output_tokens_details"), "reasoning_tokens"),
        cached_tokens=read_count(value.get("input_tokens_details"), "cached_tokens"),
    )
    return None if usage == Usage() else usage
