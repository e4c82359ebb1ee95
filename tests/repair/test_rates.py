"""Rates of live runs, and what may be said of them."""

import pytest

from playground.repair.rates import Rate, Reading


@pytest.mark.parametrize(
    ("hits", "runs", "low", "high"),
    [  # the worked values of the literature for Wilson's interval
        pytest.param(0, 10, 0.0, 0.2775, id="none of ten"),
        pytest.param(10, 10, 0.7225, 1.0, id="all of ten"),
        pytest.param(8, 10, 0.4902, 0.9433, id="eight of ten"),
        pytest.param(12, 40, 0.1807, 0.4543, id="twelve of forty"),
        pytest.param(0, 0, 0.0, 1.0, id="no run"),
    ],
)
def test_the_interval_is_wilsons(hits: int, runs: int, low: float, high: float) -> None:
    assert Rate(hits, runs).interval == pytest.approx((low, high), abs=5e-4)


@pytest.mark.parametrize(
    ("hits", "runs", "reading"),
    [
        pytest.param(0, 0, Reading.NONE, id="no run"),
        pytest.param(1, 1, Reading.ABOVE, id="one of one: even its interval lies above the line"),
        pytest.param(0, 10, Reading.TOO_FEW, id="ten good runs do not prove it"),
        pytest.param(0, 80, Reading.BELOW, id="eighty good runs do"),
        pytest.param(12, 40, Reading.ABOVE, id="the mock's"),
        pytest.param(2, 40, Reading.TOO_FEW, id="on the line"),
    ],
)
def test_a_rate_is_read_against_the_line(hits: int, runs: int, reading: Reading) -> None:
    assert Rate(hits, runs).reading is reading
