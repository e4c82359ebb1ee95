"""Ollama's own dialect."""

import re
from typing import Any

from playground.endpoints.addresses import Address
from playground.endpoints.native_turns import turns_of
from playground.endpoints.presets import Preset
from playground.endpoints.reply_draft import Growth, ReplyDraft, read_count
from playground.endpoints.request_parts import (
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
from playground.verdict.violations import Finish

_RESERVED = ("model", "messages", "stream")
_NUM_CTX = re.compile(r"^num_ctx\s+(\d{1,9})\s*$", re.MULTILINE)
_FINISHES = {"stop": Finish.STOP, "length": Finish.LENGTH}


class Ollama:
    """See `wire.Wire`."""

    dialect = Dialect.OLLAMA
    modes = frozenset({Mode.JSON, Mode.SCHEMA, Mode.GRAMMAR})  # its tools cannot be forced
    key_header = "authorization"
    streams_lines = True

    def url(self, address: Address, settings: EndpointSettings) -> str:  # noqa: ARG002 - other dialects have the model in it
        """Where the request is sent."""
        return _url(address, "chat")

    def headers(self, request: Request, preset: Preset) -> Headers:  # noqa: ARG002 - other dialects name their version
        """Nothing of its own."""
        return ()

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:  # noqa: ARG002 - it has one name for everything
        """The request's body; raises AskFailed when it can't be asked this way."""
        settings = request.endpoint
        check_mode(request, preset, self.modes)
        fields: Fields = {
            "model": write_json(model_name(settings, preset)),
            "messages": write_json(
                [{"role": turn.role.value, "content": content_of(turn)} for turn in turns_of(request, self.dialect)]
            ),
        }
        options: Fields = {}
        if settings.max_tokens is not None:
            options["num_predict"] = write_json(settings.max_tokens)
        if settings.temperature is not None:
            options["temperature"] = write_json(settings.temperature)
        fields["options"] = options
        if settings.mode is not Mode.PROMPT:
            fields["format"] = '"json"' if settings.mode is Mode.JSON else read_schema(request.schema_text)
        fields["stream"] = write_json(settings.stream)
        return write_fields(merge(fields, read_extra(settings, _RESERVED)))

    def take(self, draft: ReplyDraft, value: dict[str, Any], event: str, *, whole: bool) -> list[Growth]:  # noqa: ARG002 - both alike
        """A whole answer, or one line of a stream: both have the same shape."""
        draft.name_model(value.get("model"))
        message = value.get("message")
        grown: list[Growth] = []
        if isinstance(message, dict):
            draft.answer_came = True
            grown += draft.add_thought(message.get("thinking"))
            grown += draft.add_text(message.get("content"))
            calls = message.get("tool_calls")
            for call in calls if isinstance(calls, list) else ():
                function = call.get("function") if isinstance(call, dict) else None
                if isinstance(function, dict):
                    given = function.get("arguments")
                    place = len(draft.tool_calls)
                    draft.call(place, call.get("id"), function.get("name"))
                    grown += draft.add_arguments(place, given if isinstance(given, str) else write_json(given or {}))
        if value.get("done") is True:
            draft.ended = True
            draft.usage = _read_usage(value)
            reason = value.get("done_reason", "stop")
            finish = _FINISHES.get(reason, Finish.UNKNOWN) if isinstance(reason, str) else Finish.UNKNOWN
            draft.end(Finish.TOOL_CALL if draft.tool_calls and finish is Finish.STOP else finish)
        return grown

    def learn(self, said: str, settings: EndpointSettings, habits: Habits) -> Habits | None:  # noqa: ARG002 - as above
        """Nothing: it has one name for everything."""
        return None

    def context_call(self, address: Address, model: str) -> tuple[str, bytes] | None:
        """Its list of models says nothing of it; what it shows of one model does."""
        return _url(address, "show"), write_json({"model": model}).encode("ascii")

    def read_context(self, value: Any) -> int | None:
        """{"model_info": {"llama.context_length": …}}: what the model was trained for. `num_ctx` among the parameters counts before it."""
        if not isinstance(value, dict):
            return None
        parameters = value.get("parameters")
        if isinstance(parameters, str) and (match := _NUM_CTX.search(parameters)):
            return int(match[1])
        info = value.get("model_info")
        names = (
            [name for name in info if isinstance(name, str) and name.endswith(".context_length")] if isinstance(info, dict) else []
        )
        return read_count(info, *names)

    def models_url(self, address: Address, after: str | None) -> str:  # noqa: ARG002 - one page holds all
        """Where the list of models is asked for."""
        return _url(address, "tags")

    def read_models(self, value: Any) -> ModelPage | None:
        """{"models": [{"name"}]}."""
        return read_page(value, "models")


def _url(address: Address, call: str) -> str:
    """Beside /v1, which a bare address is given: that is where the copy of another dialect lies."""
    return f"{address.origin}{address.path.removesuffix('/v1').removesuffix('/api')}/api/{call}"


def _read_usage(value: dict[str, Any]) -> Usage | None:
    usage = Usage(input_tokens=read_count(value, "prompt_eval_count"), output_tokens=read_count(value, "eval_count"))
    return None if usage == Usage() else usage
