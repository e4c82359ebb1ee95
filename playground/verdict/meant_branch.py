"""Which branch of anyOf or oneOf a value was meant for: the one whose discriminator fits, else the one with the fewest faults."""

from collections.abc import Sequence
from typing import Any

_CHOOSING = ("const", "constant", "enum")


def meant_branch(branches: Sequence[Sequence[Any]], path: Sequence[str | int], *, is_object: bool, is_list: bool = False) -> int:
    """The index of the meant branch. Each branch is the list of the engine's errors for it, never empty."""
    choosing = [_choosing_keys(errors, path) for errors in branches] if is_object else [set()] * len(branches)
    discriminators = set().union(*choosing)
    # A list where single values are asked for is no slip of the pen: another branch was meant.
    wrong = ("type", *_CHOOSING) if is_list else ("type",)

    def rank(index: int) -> tuple[int, int, int]:
        errors = branches[index]
        wrong_type = any(error.kind.name in wrong and len(error.instance_path) == len(path) for error in errors)
        missing = sum(
            1 for error in errors if error.kind.name == "required" and len(error.instance_path) == len(path)
            and error.kind.property in discriminators
        )  # fmt: skip
        return int(wrong_type), len(choosing[index] & discriminators) + missing, len(errors)

    return min(range(len(branches)), key=rank)


def rivals(branches: Sequence[Sequence[Any]], path: Sequence[str | int], chosen: int) -> list[Any]:
    """Where even the meant branch wants another constant: the errors of all branches about that constant."""
    keys = sorted(map(str, _choosing_keys(branches[chosen], path)))
    if not keys:
        return []
    return [
        error
        for errors in branches
        for error in errors
        if error.kind.name in _CHOOSING and len(error.instance_path) == len(path) + 1 and str(error.instance_path[-1]) == keys[0]
    ]


def _choosing_keys(errors: Sequence[Any], path: Sequence[str | int]) -> set[str | int]:
    """The keys right below `path` whose value should have been another constant."""
    return {
        error.instance_path[len(path)]
        for error in errors
        if error.kind.name in _CHOOSING and len(error.instance_path) == len(path) + 1
    }
