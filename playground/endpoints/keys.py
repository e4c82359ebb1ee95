"""What becomes of a key between the person and the wire: cleaned, checked, and masked in whatever comes back."""

from playground.endpoints.failures import Kind, fail

MASK = "•••"
_SHORTEST_MASKED = 6  # characters; masking "lab" would tear words apart


def clean_key(pasted: str | None) -> str | None:
    """The key without the blanks and newlines of pasting; None when nothing is left. Raises AskFailed for what no header can carry."""
    if pasted is None:
        return None
    key = pasted.strip().strip("\ufeff\u200b").strip()
    key = key.removeprefix("Bearer ").strip()
    if not key:
        return None
    if not key.isascii() or not key.isprintable() or " " in key:
        raise fail(Kind.KEY_INVALID)
    return key


def mask_key(content: str, key: str | None) -> str:
    """The text with every appearance of the key covered."""
    if not key or len(key) < _SHORTEST_MASKED:
        return content
    return content.replace(key, MASK)


def split_before_key(content: str, key: str | None) -> tuple[str, str]:
    """What can be shown, and an end that may be the beginning of the key and must wait for what follows."""
    if not key or len(key) < _SHORTEST_MASKED:
        return content, ""
    for length in range(min(len(key) - 1, len(content)), 0, -1):
        if content[-length] == key[0] and key.startswith(content[-length:]):
            return content[:-length], content[-length:]
    return content, ""
