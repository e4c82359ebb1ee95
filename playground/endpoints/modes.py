"""Which output modes a kind of server has in a dialect, and which to try where one is refused."""

from playground.endpoints.presets import OTHER, Preset
from playground.repair.endpoint_settings import Mode

# The strongest promise that is left comes first; "prompt only" works everywhere, and is the last.
_NEXT = {
    Mode.GRAMMAR: (Mode.SCHEMA, Mode.TOOL, Mode.JSON, Mode.PROMPT),
    Mode.SCHEMA: (Mode.TOOL, Mode.GRAMMAR, Mode.JSON, Mode.PROMPT),
    Mode.TOOL: (Mode.SCHEMA, Mode.GRAMMAR, Mode.JSON, Mode.PROMPT),
    Mode.JSON: (Mode.SCHEMA, Mode.GRAMMAR, Mode.TOOL, Mode.PROMPT),
    Mode.PROMPT: (),
}
_RARE = {Mode.TOOL, Mode.GRAMMAR}  # of a server that nobody knows they are the last to be hoped for


def modes_of(known: Preset, of_dialect: frozenset[Mode]) -> tuple[Mode, ...]:
    """What this kind of server can be asked for in a dialect that has these modes; "prompt only" is always among them."""
    return tuple(mode for mode in Mode if mode is Mode.PROMPT or (mode in known.modes and mode in of_dialect))


def nearest_mode(refused: Mode, known: Preset, of_dialect: frozenset[Mode]) -> Mode | None:
    """The mode to try instead; None for "prompt only", below which there is none."""
    order = _NEXT[refused]
    if known.id == OTHER:
        order = tuple(sorted(order, key=lambda mode: (mode is Mode.PROMPT, mode in _RARE)))
    return next((mode for mode in order if mode in modes_of(known, of_dialect)), None)
