"""The rates beside the line of 5 %, and what is counted apart from them."""

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from playground.repair.rates import Rate, Rates
from playground.window.appearance import Appearance
from playground.window.outcome.rates_card import RatesCard
from playground.window.words_in_window import Wording


@pytest.mark.parametrize(
    ("rates", "said"),
    [
        (None, ""),
        (Rates(), ""),
        (Rates(Rate(1, 10), Rate(0, 10), Rate(0, 10)), ""),
        (Rates(Rate(1, 10), Rate(0, 10), Rate(1, 10)), "1 first reply that was"),
        (Rates(Rate(1, 10), Rate(0, 10), Rate(2, 10)), "2 first replies that were"),
    ],
)
def test_replies_that_had_to_be_fixed_are_counted_apart(
    qtbot: QtBot, appearance: Appearance, wording: Wording, rates: Rates | None, said: str
) -> None:
    card = RatesCard(appearance, wording)
    qtbot.addWidget(card)
    card.show_rates(rates)
    shown = " ".join(label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card))
    assert ("Counted apart" in shown) is bool(said)
    assert said in shown
