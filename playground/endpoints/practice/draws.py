"""Chance by name: the same key gives the same draws on every machine and every Python."""

import random
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


class Draws:
    """Seeded draws; the key's parts are joined, so that each thing that is drawn has its own chance."""

    def __init__(self, *key: object) -> None:
        self._random = random.Random("\x1f".join(map(str, key)))  # noqa: S311 - a game, and it must be repeatable

    def below(self, count: int) -> int:
        """A whole number from 0, less than `count`."""
        return self._random.randrange(count)

    def between(self, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return self._random.randrange(least, most + 1)

    def share(self) -> float:
        """A number from 0, less than 1."""
        return self._random.random()

    def chance(self, likelihood: float) -> bool:
        """True in this share of all cases."""
        return self._random.random() < likelihood

    def pick(self, things: Sequence[_T]) -> _T:
        """One of them."""
        return things[self._random.randrange(len(things))]

    def shuffled(self, things: Sequence[_T]) -> list[_T]:
        """All of them in another order."""
        left = list(things)
        return [left.pop(self._random.randrange(len(left))) for _ in range(len(left))]
