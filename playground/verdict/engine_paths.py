"""Where the engine says that something is wrong, as tokens of a JSON Pointer.

WORKAROUND: the engine's lists of tokens leave empty names out (jsonschema-rs 0.61); its long message has them.
"""

import re
from typing import Any

EMPTY_NAME = re.compile(r'""\s*+:')

_STEP = re.compile(r'\[(?:"(.*?)"|([0-9]+))\](?=\[|:?$)', re.DOTALL)


def instance_tokens(error: Any, *, empty_names: bool) -> list[str | int]:
    """The place of the value in the reply."""
    if not empty_names:
        return list(error.instance_path)
    return _steps(error.verbose_message.rpartition("\n\nOn instance")[2].partition(":\n")[0])


def rule_tokens(error: Any, *, empty_names: bool) -> list[str | int]:
    """The place of the rule in its schema."""
    if not empty_names or not error.schema_path:
        return list(error.schema_path)
    line = error.verbose_message.rpartition("\n\nOn instance")[0].rpartition("\n\nFailed validating")[2]
    return [*_steps(line.partition(" in schema")[2]), error.schema_path[-1]]


def _steps(written: str) -> list[str | int]:
    return [int(index) if index else name.replace("~1", "/").replace("~0", "~") for name, index in _STEP.findall(written)]
