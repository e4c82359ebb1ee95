"""Which branch of anyOf or oneOf a value was meant for: the one whose discriminator fits, else the one with the fewest faults."""

from collections.abc import Sequence
from typing import Any

_CHOOSING = ("const", "enum")


def meant_branch(branches: Sequence[Sequence[Any]], path: Sequence[str | int], *, is_object: bool) -> int:
    """The index of the meant branch. Each branch is the list of the engine's errors for it, never empty."""
    choosing = [_choosing_keys(errors, path) for errors in branches] if is_object else [set()] * len(branches)
    discriminators = set().union(*choosing)

    def rank(index: int) -> tuple[int, int, int]:
        errors = branches[index]
        wrong_type = any(error.kind.name == "type" and len(error.instance_path) == len(path) for error in errors)
        missing = sum(
            1 for error in errors if error.kind.name == "required" and len(error.instance_path) == len(path)
            and error.kind.property in discriminators
        )  # fmt: skip
        return len(choosing[index] & discriminators) + missing, int(wrong_type), len(errors)

    return min(range(len(branches)), key=rank)


def _choosing_keys(errors: Sequence[Any], path: Sequence[str | int]) -> set[str | int]:
    """The keys right below `path` whose value should have been another constant."""
    return {
        error.instance_path[len(path)]
        for error in errors
        if error.kind.name in ("constant", *_CHOOSING) and len(error.instance_path) == len(path) + 1
    }
