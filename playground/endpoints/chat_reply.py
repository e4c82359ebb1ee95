"""Gathers what a Chat Completions server sends, whole or in pieces, into one Reply."""

from dataclasses import dataclass, field
from typing import Any

from playground.endpoints.server_errors import ServerError, read_error_value
from playground.endpoints.wire_json import write_json
from playground.repair.endpoint_settings import Mode
from playground.repair.messages import Channel, Reply, Source, Usage
from playground.verdict.violations import Finish

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
_LARGEST_COUNT = 10**12  # tokens; beyond it a number is an accident

Growth = tuple[str, Channel]


@dataclass(slots=True)
class ReplyDraft:
    """A reply in the making."""

    content: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    tool_calls: dict[object, list[str]] = field(default_factory=dict)  # the arguments' pieces by the call's index or id
    finish_word: str | None = None
    finished: bool = False
    usage: Usage | None = None
    model: str | None = None
    chunks_came: bool = False
    choices_came: bool = False
    begun: bool = False  # anything of the answer has come
    error: ServerError = field(default_factory=ServerError)  # beside a choice
    _last_call: object = None

    def take(self, answer: dict[str, Any], part_name: str) -> list[Growth]:
        """One whole answer (`part_name` "message") or one chunk of a stream ("delta"); gives what was added."""
        self.chunks_came = True
        if self.model is None and isinstance(name := answer.get("model"), str):
            self.model = name or None
        if "usage" in answer and (usage := _read_usage(answer["usage"])) is not None:
            self.usage = usage
        choices = answer.get("choices")
        grown: list[Growth] = []
        for choice in choices if isinstance(choices, list) else ():
            part = _find_part(choice, part_name) if isinstance(choice, dict) else None
            if part is None:
                continue
            self.choices_came = True
            if choice.get("index") not in (0, None):
                continue
            if isinstance(word := choice.get("finish_reason"), str) and word:
                self.finish_word, self.finished = word.lower(), True
            if choice.get("error"):
                self.error = read_error_value(choice)
            grown += self._take_part(part)
        self.begun = self.begun or bool(grown or self.refusal)
        return grown

    def _take_part(self, part: dict[str, Any]) -> list[Growth]:
        grown = _read_content(part.get("content"))
        if thought := _read_thought(part):
            grown.append((thought, Channel.REASONING))
        for added, channel in grown:
            (self.content if channel is Channel.CONTENT else self.reasoning).append(added)
        if isinstance(refused := part.get("refusal"), str) and refused:
            self.refusal.append(refused)
        if "tool_calls" in part or "function_call" in part:
            grown += self._take_calls(part)
        return grown

    def _take_calls(self, part: dict[str, Any]) -> list[Growth]:
        calls = part.get("tool_calls")
        if isinstance(old := part.get("function_call"), dict):
            calls = [{"index": 0, "function": old}]
        grown: list[Growth] = []
        for position, call in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(call, dict) and (added := self._take_call(call, position)):
                grown.append((added, Channel.TOOL_CALL))
        return grown

    def _take_call(self, call: dict[str, Any], position: int) -> str:
        """Joined by `index`; servers that omit it send an id with the first piece, or the whole call at once."""
        key: object = call.get("index")
        if not isinstance(key, int):
            key = call.get("id")
        if not isinstance(key, int | str) or key == "":
            key = self._last_call if self._last_call is not None else position
        self._last_call = key
        function = call.get("function")
        arguments = function.get("arguments") if isinstance(function, dict) else None
        if isinstance(arguments, dict | list):  # some servers parse them
            arguments = write_json(arguments)
        pieces = self.tool_calls.setdefault(key, [])
        if not isinstance(arguments, str) or not arguments:
            return ""
        pieces.append(arguments)
        # Only the first call is the answer: pieces of another would be mixed into it where it grows.
        return arguments if key == next(iter(self.tool_calls)) else ""

    def to_reply(self, mode: Mode, *, cut: bool) -> Reply:
        """The reply; `cut` says that it ended without its end mark."""
        content, reasoning = join_halves(self.content), join_halves(self.reasoning)
        called = join_halves(next(iter(self.tool_calls.values()), []))
        refusal = join_halves(self.refusal) or None
        finish = Finish.CUT if cut else _FINISHES.get(self.finish_word or "", Finish.UNKNOWN)
        if refusal and not content.strip() and finish in {Finish.STOP, Finish.UNKNOWN}:
            finish = Finish.REFUSAL
        reply_text, channel = content, Channel.CONTENT
        if called.strip() and (mode is Mode.TOOL or not content.strip()):
            reply_text, channel = called, Channel.TOOL_CALL
        elif not content.strip() and finish in {Finish.STOP, Finish.UNKNOWN} and ("{" in reasoning or "[" in reasoning):
            # Thoughts that were broken off are no answer; an answer that a server put among them is.
            reply_text, channel = reasoning, Channel.REASONING
        return Reply(
            text=reply_text,
            source=Source.LIVE,
            channel=channel,
            finish=finish,
            refusal=refusal,
            reasoning=reasoning or None,
            usage=self.usage,
            model=self.model,
        )


def join_halves(pieces: list[str]) -> str:
    """The pieces joined; surrogate halves that were sent apart become the one character that they are."""
    joined = "".join(pieces)
    if joined.isascii():
        return joined
    try:
        joined.encode("utf-8")
    except UnicodeEncodeError:
        return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return joined


def _find_part(choice: dict[str, Any], part_name: str) -> dict[str, Any] | None:
    """The message or its piece; `message` where a server streams whole messages, `text` where it speaks the old dialect."""
    for name in (part_name, "message"):
        part = choice.get(name)
        if isinstance(part, dict):
            return part
    if "text" in choice:
        return {"content": choice["text"]}
    return {} if part_name == "delta" or choice.get("error") else None  # a chunk may be empty, a whole reply may not


def _read_content(content: Any) -> list[Growth]:
    """A string; a list of parts, some of them thoughts (Mistral); or JSON that a server has parsed."""
    match content:
        case str():
            return [(content, Channel.CONTENT)] if content else []
        case list():
            grown: list[Growth] = []
            for part in content:
                if isinstance(part, str) and part:
                    grown.append((part, Channel.CONTENT))
                elif isinstance(part, dict) and isinstance(part.get("text"), str):
                    grown.append((part["text"], Channel.CONTENT))
                elif isinstance(part, dict) and part.get("type") == "thinking":
                    thought = part.get("thinking")
                    pieces = _read_content(thought) if isinstance(thought, str | list) else []
                    grown += [(added, Channel.REASONING) for added, _ in pieces]
            return grown
        case dict() | bool() | int() | float():
            return [(write_json(content), Channel.CONTENT)]
        case _:
            return []


def _read_thought(part: dict[str, Any]) -> str:
    """DeepSeek, llama.cpp and older vLLM say reasoning_content; vLLM, Ollama and OpenRouter say reasoning."""
    for name in ("reasoning_content", "reasoning"):
        if isinstance(thought := part.get(name), str) and thought:
            return thought
    return ""


def _read_usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None

    def count(holder: Any, *names: str) -> int | None:
        for name in names:
            number = holder.get(name) if isinstance(holder, dict) else None
            if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < _LARGEST_COUNT:
                return number
        return None

    usage = Usage(
        input_tokens=count(value, "prompt_tokens", "input_tokens"),
        output_tokens=count(value, "completion_tokens", "output_tokens"),
        total_tokens=count(value, "total_tokens"),
        reasoning_tokens=count(value.get("completion_tokens_details"), "reasoning_tokens"),
        cached_tokens=count(value.get("prompt_tokens_details"), "cached_tokens"),
    )
    return None if usage == Usage() else usage
