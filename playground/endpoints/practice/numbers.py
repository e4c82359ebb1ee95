"""A number within bounds and on a step, exact."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from playground.endpoints.practice.demands import CannotServe, Wish, is_number
from playground.endpoints.practice.draws import Draws
from playground.verdict.violations import JsonValue

_SPAN = 100  # how far from its one bound a number lies at most
_DIGITS = 60
_MOST_DIGITS = 2_000


def number_for(wish: Wish, draws: Draws, *, whole: bool) -> int | Decimal:
    """A number as wished; raises CannotServe where the bounds leave none."""
    bounds = _Bounds(wish)
    step = _step(wish, whole=whole)
    found = _on_step(bounds, step or Fraction(1, draws.pick((1, 1, 2, 10))), draws)
    if found is not None:
        return found
    if step is not None:
        raise wish.refuse("multipleOf", "minimum", "exclusiveMinimum")
    if bounds.low is None or bounds.high is None or bounds.low > bounds.high:
        raise wish.refuse("minimum", "exclusiveMinimum")
    if bounds.low == bounds.high and not (bounds.low_open or bounds.high_open):
        return _exact(bounds.low)
    return _exact((bounds.low + bounds.high) / 2)


class _Bounds:
    def __init__(self, wish: Wish) -> None:
        self.low: Fraction | None = None
        self.high: Fraction | None = None
        self.low_open = self.high_open = False
        for _, schema in wish.schemas:
            self._raise(schema.get("minimum"), is_open=schema.get("exclusiveMinimum") is True)
            self._raise(schema.get("exclusiveMinimum"), is_open=True)
            self._lower(schema.get("maximum"), is_open=schema.get("exclusiveMaximum") is True)
            self._lower(schema.get("exclusiveMaximum"), is_open=True)

    def _raise(self, bound: JsonValue, *, is_open: bool) -> None:
        if is_number(bound):
            exact = _fraction(bound)
            if self.low is None or (exact, is_open) > (self.low, self.low_open):
                self.low, self.low_open = exact, is_open

    def _lower(self, bound: JsonValue, *, is_open: bool) -> None:
        if is_number(bound):
            exact = _fraction(bound)
            if self.high is None or (-exact, is_open) > (-self.high, self.high_open):
                self.high, self.high_open = exact, is_open


def _fraction(value: int | Decimal) -> Fraction:
    """The exact value; raises CannotServe for one of so many digits that counting with it would never end."""
    if isinstance(value, Decimal) and abs(value.adjusted()) > _MOST_DIGITS:
        raise CannotServe("minimum", "")
    return Fraction(value)


def _step(wish: Wish, *, whole: bool) -> Fraction | None:
    steps = [abs(_fraction(value)) for _, value in wish.all("multipleOf") if is_number(value)]
    if whole:
        steps.append(Fraction(1))
    common: Fraction | None = None
    for step in steps:
        common = step if common is None else _common(common, step)
    return common


def _common(one: Fraction, other: Fraction) -> Fraction:
    return Fraction(lcm(one.numerator, other.numerator), gcd(one.denominator, other.denominator))


def _on_step(bounds: _Bounds, step: Fraction, draws: Draws) -> int | Decimal | None:
    """A multiple of the step within the bounds; None where there is none."""
    least = None if bounds.low is None else ceil(bounds.low / step)
    most = None if bounds.high is None else floor(bounds.high / step)
    if least is not None and bounds.low_open and least * step == bounds.low:
        least += 1
    if most is not None and bounds.high_open and most * step == bounds.high:
        most -= 1
    span = max(1, floor(_SPAN / step)) if step < _SPAN else 3
    if least is None:
        least = 1 if most is None or most >= 1 else most - span
    if most is None:
        most = least + span
    if least > most:
        return None
    return _exact(draws.between(least, min(most, least + 10**6)) * step)


def _exact(value: Fraction) -> int | Decimal:
    if value.denominator == 1:
        return value.numerator
    with localcontext() as context:
        context.prec = _DIGITS
        return Decimal(value.numerator) / Decimal(value.denominator)
