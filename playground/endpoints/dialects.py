"""A connection -> the endpoint that speaks its dialect. Importing this module imports the HTTP client."""

from playground.endpoints.chat_completions import ChatCompletions
from playground.endpoints.connection import Connection
from playground.endpoints.endpoint import Endpoint


def connect(connection: Connection) -> Endpoint:
    """The endpoint behind a connection; nothing is opened before the first ask."""
    return ChatCompletions(connection.address, connection.preset, connection.key)
