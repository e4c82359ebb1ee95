"""Gemini generateContent."""

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
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.exchange import Request, Usage
from playground.repair.message import Role
from playground.verdict.violations import Finish

_RESERVED = ("model", "contents", "systemInstruction", "stream")
_PAGE = 1000
_PREFIX = "models/"
_TUNED = "tunedModels/"
_BLOCKED = frozenset(
    {"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT"}
)


class Gemini:
    """See `wire.Wire`."""

    dialect = Dialect.GEMINI
    modes = frozenset({Mode.JSON, Mode.SCHEMA, Mode.TOOL})
    key_header = "x-goog-api-key"
    streams_lines = False

    def url(self, address: Address, settings: EndpointSettings) -> str:
        """Where the request is sent: the model and the manner stand in the address."""
        name = settings.model.strip().removeprefix(_PREFIX)
        model = (
            f"{_TUNED}{quote(name.removeprefix(_TUNED), safe='')}" if name.startswith(_TUNED) else _PREFIX + quote(name, safe="")
        )
        if not settings.stream:
            return address.url(f"{model}:generateContent")
        url = address.url(f"{model}:streamGenerateContent")
        return f"{url}{'&' if '?' in url else '?'}alt=sse"

    def headers(self, request: Request, preset: Preset) -> Headers:  # noqa: ARG002 - other dialects name their version
        """Nothing of its own."""
        return ()

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:  # noqa: ARG002 - it has one name for everything
        """The request's body; raises AskFailed when it can't be asked this way."""
        settings = request.endpoint
        check_mode(request, preset, self.modes)
        model_name(settings, preset)
        fields: Fields = {}
        system, turns = split_system(turns_of(request, self.dialect))
        if system:
            fields["systemInstruction"] = write_json({"parts": [{"text": system}]})
        fields["contents"] = write_json([_write_turn(turn) for turn in join_neighbours(turns)])
        generation: Fields = {}
        if settings.max_tokens is not None:
            generation["maxOutputTokens"] = write_json(settings.max_tokens)
        if settings.temperature is not None:
            generation["temperature"] = write_json(settings.temperature)
        fields["generationConfig"] = generation
        fields = merge(fields, _write_mode(request))
        return write_fields(merge(fields, read_extra(settings, _RESERVED)))

    def take(self, draft: ReplyDraft, value: dict[str, Any], event: str, *, whole: bool) -> list[Growth]:  # noqa: ARG002 - both alike
        """A whole answer, or one piece of a stream: both have the same shape."""
        draft.name_model(value.get("modelVersion"))
        if (usage := _read_usage(value.get("usageMetadata"))) is not None:
            draft.usage = usage
        feedback = value.get("promptFeedback")
        if isinstance(feedback, dict) and feedback.get("blockReason"):
            draft.answer_came = True
            draft.end(Finish.CONTENT_FILTER)
        candidates = value.get("candidates")
        if not isinstance(candidates, list) or not candidates or not isinstance(candidates[0], dict):
            return []
        draft.answer_came = True
        candidate = candidates[0]
        content = candidate.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        grown: list[Growth] = []
        for part in parts if isinstance(parts, list) else ():
            if isinstance(part, dict):
                grown += _take_part(draft, part)
        reason = candidate.get("finishReason")
        if isinstance(reason, str) and reason and reason != "FINISH_REASON_UNSPECIFIED":
            draft.end(_finish_of(reason, called=bool(draft.tool_calls)))
        return grown

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
        page = f"pageSize={_PAGE}" + (f"&pageToken={quote(after, safe='')}" if after else "")
        url = address.url("models")
        return f"{url}{'&' if '?' in url else '?'}{page}"

    def read_models(self, value: Any) -> ModelPage | None:
        """{"models": [{"name": "models/…", "supportedGenerationMethods"}], "nextPageToken"}; what cannot generate is left out."""
        models = value.get("models") if isinstance(value, dict) else None
        if not isinstance(models, list):
            return None
        names = [
            model["name"].removeprefix(_PREFIX)
            for model in models
            if isinstance(model, dict)
            and isinstance(model.get("name"), str)
            and "generateContent" in (model.get("supportedGenerationMethods") or ["generateContent"])
        ]
        after = value.get("nextPageToken")
        contexts = {
            model["name"].removeprefix(_PREFIX): count
            for model in models
            if isinstance(model, dict) and isinstance(model.get("name"), str) and (count := read_count(model, "inputTokenLimit"))
        }
        next_page = after if isinstance(after, str) and after else None
        return ModelPage(tuple(dict.fromkeys(filter(None, names))), next_page, tuple(contexts.items()))


def _write_turn(turn: Turn) -> dict[str, Any]:
    signature = {name: value for block in turn.signed for name, value in block.items()}
    part: dict[str, Any]
    if turn.called is None:
        part = {"text": content_of(turn)}
    elif turn.role is Role.USER:
        part = {"functionResponse": {"name": turn.called.name, "response": {"result": turn.content}} | turn.called.more}
    else:
        part = {"functionCall": {"name": turn.called.name, "args": _read_args(turn.content)} | turn.called.more}
    if turn.role is Role.ASSISTANT:
        part |= signature
    return {"role": "model" if turn.role is Role.ASSISTANT else "user", "parts": [part]}


def _read_args(arguments: str) -> Any:
    """An object, as the dialect wants it."""
    try:
        value = read_json(arguments)
    except NotJson:
        value = None
    return value if isinstance(value, dict) else {"invalid": arguments}


def _write_mode(request: Request) -> Fields:
    mode = request.endpoint.mode
    if mode is Mode.PROMPT:
        return {}
    if mode is Mode.JSON:
        return {"generationConfig": {"responseMimeType": '"application/json"'}}
    schema, name = read_schema(request.schema_text), write_json(ANSWER_NAME)
    if mode is Mode.SCHEMA:
        return {"generationConfig": {"responseMimeType": '"application/json"', "responseJsonSchema": schema}}
    declaration = f'{{"name":{name},"description":{write_json(TOOL_MEANING)},"parametersJsonSchema":{schema}}}'
    return {
        "tools": f'[{{"functionDeclarations":[{declaration}]}}]',
        "toolConfig": f'{{"functionCallingConfig":{{"mode":"ANY","allowedFunctionNames":[{name}]}}}}',
    }


def _take_part(draft: ReplyDraft, part: dict[str, Any]) -> list[Growth]:
    call = part.get("functionCall")
    signature = part.get("thoughtSignature")
    if isinstance(signature, str) and signature and not draft.tool_calls:  # of several calls the first has it
        draft.signed["signature"] = {"thoughtSignature": signature}
    if isinstance(call, dict):
        id, place = call.get("id"), len(draft.tool_calls)
        known = draft.call(place, id, call.get("name"))
        if isinstance(id, str) and id:
            known.more["id"] = id
        return draft.add_arguments(place, write_json(call.get("args") or {}))
    return draft.add_thought(part.get("text")) if part.get("thought") is True else draft.add_text(part.get("text"))


def _finish_of(reason: str, *, called: bool) -> Finish:
    if reason in _BLOCKED:
        return Finish.CONTENT_FILTER
    match reason:
        case "STOP":
            return Finish.TOOL_CALL if called else Finish.STOP
        case "MAX_TOKENS":
            return Finish.LENGTH
        case _:
            return Finish.UNKNOWN


def _read_usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    thoughts = read_count(value, "thoughtsTokenCount")
    usage = Usage(
        input_tokens=add_counts(read_count(value, "promptTokenCount"), read_count(value, "toolUsePromptTokenCount")),
        output_tokens=add_counts(read_count(value, "candidatesTokenCount"), thoughts),
        total_tokens=read_count(value, "totalTokenCount"),
        reasoning_tokens=thoughts,
        cached_tokens=read_count(value, "cachedContentTokenCount"),
    )
    return None if usage == Usage() else usage
