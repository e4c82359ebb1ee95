"""A connection -> the server that speaks its dialect. Importing this module imports the HTTP client."""

from playground.endpoints.connection import Connection
from playground.endpoints.endpoint import Endpoint
from playground.endpoints.model_server import ModelServer


def connect(connection: Connection) -> Endpoint:
    """The endpoint behind a connection; nothing is opened before the first ask."""
    return ModelServer(connection)
