"""The rows of the slider, made from the schema's stops. Without Qt."""

from collections.abc import Sequence
from typing import NamedTuple

from playground.repair.scenario import Ending, EndingKind
from playground.repair.stops import Stop, StopKind

MOST_ENUM_ROWS = 6  # more values of an enum become one row and a list


class Row(NamedTuple):
    """One row of the slider: one stop, or all values of a long enum."""

    kind: StopKind
    stops: tuple[Stop, ...]


def make_rows(stops: Sequence[Stop]) -> tuple[Row, ...]:
    """The rows from top to bottom."""
    enum = tuple(stop for stop in stops if stop.kind is StopKind.ENUM)
    gathered = len(enum) > MOST_ENUM_ROWS
    rows: list[Row] = []
    for stop in stops:
        if gathered and stop.kind is StopKind.ENUM:
            if stop is enum[0]:
                rows.append(Row(StopKind.ENUM, enum))
            continue
        rows.append(Row(stop.kind, (stop,)))
    return tuple(rows)


def find_row(rows: Sequence[Row], ending: Ending) -> int:
    """The row that this ending stands on; a value that no row offers is the person's own."""
    for place, row in enumerate(rows):
        if any(stop.kind is not StopKind.OWN and stop.ending == ending for stop in row.stops):
            return place
    wanted = {EndingKind.ERROR: StopKind.ERROR, EndingKind.BEST_ATTEMPT: StopKind.BEST, EndingKind.FALLBACK: StopKind.OWN}[
        ending.kind
    ]
    return next((place for place, row in enumerate(rows) if row.kind is wanted), 0)
