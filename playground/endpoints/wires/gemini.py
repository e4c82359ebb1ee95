"""Gemini generateContent."""

from typing import Any
from urllib.parse import quote

from playground.endpoints.addresses import Address
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
from playground.endpoints.wire_json import write_json
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Request, Usage
from playground.repair.message import Role
from playground.verdict.violations import Finish

_RESERVED = ("model", "contents", "systemInstruction", "stream")
_MODES = frozenset({Mode.JSON, Mode.SCHEMA, Mode.TOOL})
_PAGE = 1000
_PREFIX = "models/"
_BLOCKED = frozenset(
    {"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT"}
)


class Gemini:
    """See `wire.Wire`."""

    key_header = "x-goog-api-key"
    streams_lines = False

    def url(self, address: Address, settings: EndpointSettings) -> str:
        """Where the request is sent: the model and the manner stand in the address."""
        model = quote(settings.model.strip().removeprefix(_PREFIX), safe="")
        if not settings.stream:
            return address.url(f"models/{model}:generateContent")
        url = address.url(f"models/{model}:streamGenerateContent")
        return f"{url}{'&' if '?' in url else '?'}alt=sse"

    def headers(self, request: Request, preset: Preset) -> Headers:  # noqa: ARG002 - other dialects name their version
        """Nothing of its own."""
        return ()

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:  # noqa: ARG002 - it has one name for everything
        """The request's body; raises AskFailed when it can't be asked this way."""
        settings = request.endpoint
        check_mode(request, preset, _MODES)
        model_name(settings, preset)
        fields: Fields = {}
        system = [message.content for message in request.messages if message.role is Role.SYSTEM and message.content]
        if system:
            fields["systemInstruction"] = write_json({"parts": [{"text": "\n\n".join(system)}]})
        fields["contents"] = write_json(
            [
                {"role": "model" if message.role is Role.ASSISTANT else "user", "parts": [{"text": content_of(message)}]}
                for message in request.messages
                if message.role is not Role.SYSTEM
            ]
        )
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
        return ModelPage(tuple(dict.fromkeys(filter(None, names))), after if isinstance(after, str) and after else None)


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
    if isinstance(call, dict):
        return draft.add_arguments(call.get("id") or len(draft.tool_calls), write_json(call.get("args") or {}))
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
