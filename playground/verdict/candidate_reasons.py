"""Why a candidate was chosen, or why it was not."""

from collections.abc import Sequence

from playground.verdict.extraction import Extraction, Found
from playground.verdict.violations import Candidate, CandidatePlace
from playground.words.text import text as words


def candidates_of(extraction: Extraction, chosen: int | None, satisfied: Sequence[bool]) -> tuple[Candidate, ...]:
    """Every candidate in the order of the text. `chosen` is the index of the one that counts; `satisfied` goes with the candidates."""
    several = sum(not found.weak for found in extraction.candidates) > 1
    candidates = []
    for index, (found, fits) in enumerate(zip(extraction.candidates, satisfied, strict=True)):
        is_chosen = index == chosen
        why = _why_chosen(found, fits=fits, several=several) if is_chosen else _why_not(found, chosen, fits=fits)
        reason = words(f"verdict.candidate.{why}")
        candidates.append(Candidate(found.reading.span, is_chosen, fits, CandidatePlace(found.place), reason))
    return tuple(candidates)


def _why_chosen(found: Found, *, fits: bool, several: bool) -> str:
    if several:
        return "last_valid" if fits else "best_invalid"
    return found.place if fits else "only_invalid"


def _why_not(found: Found, chosen: int | None, *, fits: bool) -> str:
    if found.weak:
        return "footnote"
    if fits:
        return "earlier_valid"
    return "broken_meant" if chosen is None else "not_valid"
