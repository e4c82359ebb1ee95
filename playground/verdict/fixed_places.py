"""Where the parts of a text stand that was made from a reply by changing small faults in it."""

from collections.abc import Sequence

from playground.verdict.spans import Span
from playground.verdict.violations import SyntaxChange


def span_before_changes(changes: Sequence[SyntaxChange], start: int, span: Span) -> Span | None:
    """Where the characters at `span` of the changed text stand in the reply; None where a change made or touched them.

    `start` is where the changed text begins in the reply; `changes` are in the order of the text.
    """
    shift = start  # from a place in the changed text to one in the reply
    for change in changes:
        place = change.span.start - shift  # of the change in the changed text
        if span.end <= place:
            break
        if span.start < place + len(change.after) or span.start < place < span.end:
            return None
        shift += len(change.before) - len(change.after)
    return Span(span.start + shift, span.end + shift)
