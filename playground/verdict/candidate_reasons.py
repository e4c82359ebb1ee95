"""Why a candidate was chosen, or why it was not."""

from collections.abc import Sequence

from playground.verdict.extraction import Extraction, Found
from playground.verdict.violations import Candidate, CandidatePlace
from playground.words.text import text as words


def candidates_of(
    extraction: Extraction, chosen: int | None, satisfied: Sequence[bool], *, of_kind: bool = True, doubles: Sequence[bool] = ()
) -> tuple[Candidate, ...]:
    """Every candidate in the order of the text. `chosen` is the index of the one that counts, `of_kind` whether it has the type that
    the schema asks for. `satisfied` goes with the candidates, and so does `doubles`: which fail by a double key alone."""
    found_all = extraction.candidates
    rivals = 0 if chosen is None else sum(found.weak == found_all[chosen].weak for found in found_all)
    candidates = []
    for index, (found, fits) in enumerate(zip(found_all, satisfied, strict=True)):
        is_chosen = index == chosen
        if index < len(doubles) and doubles[index]:
            why = "duplicate_key"
        elif is_chosen:
            why = _why_chosen(found, fits=fits, several=rivals > 1, of_kind=of_kind)
        else:
            why = _why_not(found, None if chosen is None else found_all[chosen], fits=fits)
        reason = words(f"verdict.candidate.{why}")
        candidates.append(Candidate(found.reading.span, is_chosen, fits, CandidatePlace(found.place), reason))
    return tuple(candidates)


def _why_chosen(found: Found, *, fits: bool, several: bool, of_kind: bool) -> str:
    if several and not fits:
        return "best_invalid" if of_kind else "last_invalid"
    if several:
        return "last_valid"
    return found.place if fits else "only_invalid"


def _why_not(found: Found, chosen: Found | None, *, fits: bool) -> str:
    if found.weak and (chosen is None or not chosen.weak):
        return "footnote"
    if fits:
        return "earlier_valid"
    return "broken_meant" if chosen is None else "not_valid"
