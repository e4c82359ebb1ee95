"""The rows of a table (CSV) as answers: each row is a group whose fields are the columns."""

import csv
import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from playground.verdict.json_value import JsonValue

_MOST_ROWS = 2000
_SEPARATORS = ("\t", ";", ",", "|")
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})([.][0-9]{1,30})?")
_WORDS = {"true": True, "false": False}


def read_table(pasted: str) -> tuple[JsonValue, ...]:
    """The rows of a table whose first row names its columns; rows beyond 2,000 are left out.

    An empty cell is a field that is missing. A head without rows gives one row of texts; () where there is no head.
    """
    lines = pasted.lstrip("\ufeff").splitlines(keepends=True)[: _MOST_ROWS + 1]
    if not lines or not lines[0].strip():
        return ()
    separator = max(_SEPARATORS, key=lines[0].count)
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator) if any(cell.strip() for cell in row)]
    except csv.Error:
        return ()
    names = _names([cell.strip() for cell in rows[0]])
    if len(rows) == 1:
        return (dict.fromkeys(names, ""),)
    columns = {name: _column([row[at].strip() if at < len(row) else "" for row in rows[1:]]) for at, name in enumerate(names)}
    return tuple({name: cells[index] for name, cells in columns.items() if cells[index] != ""} for index in range(len(rows) - 1))


def _names(cells: Sequence[str]) -> list[str]:
    """A name of its own for each column."""
    names: list[str] = []
    for index, cell in enumerate(cells):
        name = cell or f"column{index + 1}"
        while name in names:
            name += "_"
        names.append(name)
    return names


def _column(cells: Sequence[str]) -> list[JsonValue]:
    """The cells of a column as what all of them are: whole numbers, numbers, true or false, else text. Empty ones stay ""."""
    filled = [cell for cell in cells if cell]
    makers: tuple[tuple[Callable[[str], bool], Callable[[str], JsonValue]], ...] = (
        (lambda cell: bool(_WHOLE.fullmatch(cell)), int),
        (lambda cell: bool(_NUMBER.fullmatch(cell)), Decimal),
        (lambda cell: cell.lower() in _WORDS, lambda cell: _WORDS[cell.lower()]),
    )
    for fits, make in makers:
        if filled and all(fits(cell) for cell in filled):
            return [make(cell) if cell else "" for cell in cells]
    return list(cells)
