"""What keys type in a JSON editor, as functions of the line: easily tested, nothing of Qt."""

_OPENING = {"{": "}", "[": "]"}
_STEP = "  "


def new_line(before: str, after: str) -> tuple[str, str]:
    """What Enter types before and after the cursor, from the line's text on both sides of it."""
    indent = before[: len(before) - len(before.lstrip(" "))]
    opening = before.rstrip()[-1:]
    if opening not in _OPENING:
        return f"\n{indent}", ""
    if after.lstrip().startswith(_OPENING[opening]):
        return f"\n{indent}{_STEP}", f"\n{indent}"
    return f"\n{indent}{_STEP}", ""


def closing_bracket(before: str, bracket: str) -> str:
    """What a closing bracket types in the stead of the blanks before the cursor: on an empty line it steps back once."""
    blanks = before[len(before.rstrip(" ")) :]
    if before.strip(" "):
        return blanks + bracket
    return blanks[: max(0, len(blanks) - len(_STEP))] + bracket
