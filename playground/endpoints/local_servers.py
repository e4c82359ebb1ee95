"""Finds the model servers that run on this computer now."""

import asyncio
from dataclasses import dataclass

from playground.endpoints.connection import read_connection
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.model_server import ModelServer
from playground.endpoints.presets import Preset, presets

_LIMIT = 1.5  # seconds: what runs here answers at once


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that gave its list of models."""

    preset: Preset
    models: tuple[str, ...]


async def find_local_servers(known: tuple[Preset, ...] | None = None) -> tuple[LocalServer, ...]:
    """Those of the presets that run here by rule and answer now, in the order of the presets; all are asked at once."""
    asked = [preset for preset in (presets() if known is None else known) if preset.local]
    found = await asyncio.gather(*(_ask(preset) for preset in asked))
    return tuple(server for server in found if server is not None)


async def _ask(known: Preset) -> LocalServer | None:
    try:
        endpoint = ModelServer(read_connection(known.settings, None))
    except AskFailed:
        return None
    try:
        async with asyncio.timeout(_LIMIT):
            return LocalServer(known, await endpoint.models())
    except (AskFailed, TimeoutError):
        return None
    finally:
        await endpoint.close()
