"""Every dialect by its name."""

from playground.endpoints.wire import Wire
from playground.endpoints.wires.anthropic import Anthropic
from playground.endpoints.wires.chat_completions import ChatCompletions
from playground.endpoints.wires.gemini import Gemini
from playground.endpoints.wires.ollama import Ollama
from playground.endpoints.wires.responses import Responses
from playground.repair.endpoint_settings import Dialect


def wire_of(dialect: Dialect) -> Wire:
    """The dialect of that name."""
    match dialect:
        case Dialect.CHAT_COMPLETIONS:
            return ChatCompletions()
        case Dialect.RESPONSES:
            return Responses()
        case Dialect.ANTHROPIC:
            return Anthropic()
        case Dialect.GEMINI:
            return Gemini()
        case Dialect.OLLAMA:
            return Ollama()
