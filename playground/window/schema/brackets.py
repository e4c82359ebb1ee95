"""Which bracket belongs to which, in JSON that may be broken."""

import re

_PAIRS = {"{": "}", "[": "]"}
_CLOSING = {closing: opening for opening, closing in _PAIRS.items()}
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\]]')


def matching_brackets(text: str, at: int) -> tuple[int, int | None] | None:
    """The bracket at, or just before, the code point `at`, and its partner (None: it has none). None: no bracket there."""
    stack: list[tuple[str, int]] = []
    found: dict[int, int | None] = {}
    for match in _STRING_OR_BRACKET.finditer(text):
        token, place = match[0], match.start()
        if token in _PAIRS:
            stack.append((token, place))
            found[place] = None
        elif token in _CLOSING:
            partner = stack.pop()[1] if stack and stack[-1][0] == _CLOSING[token] else None
            found[place] = partner
            if partner is not None:
                found[partner] = place
    for place in (at - 1, at):
        if place in found:
            return place, found[place]
    return None
