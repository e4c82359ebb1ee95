"""A connection -> the server that speaks its dialect. Importing this module imports the HTTP client."""

from playground.endpoints.connection import Connection
from playground.endpoints.endpoint import Endpoint
from playground.endpoints.model_server import ModelServer
from playground.endpoints.wires.table import wire_of


def connect(connection: Connection) -> Endpoint:
    """The endpoint behind a connection; nothing is opened before the first ask."""
    return ModelServer(wire_of(connection.dialect), connection.address, connection.preset, connection.key)
