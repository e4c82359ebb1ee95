"""The first lines of a card at every width."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication

from playground.window.appearance import Appearance
from playground.window.conversation.conversation import recall
from playground.window.conversation.derivation import derive_cards
from playground.window.conversation.header import Words, lay_out_header
from playground.window.conversation.look import Look
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language
from tests.window.conversation.runs import FELL_BACK


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("width", range(160, 640, 12))
def test_nothing_in_a_header_covers_another_thing(qapp: QApplication, language: Language, width: int) -> None:
    look = Look(Appearance(qapp, theme=ThemeName.LIGHT))
    for card in derive_cards(recall(FELL_BACK)):
        header = lay_out_header(card, Words.of(card, Wording(language)), [], look, float(width))
        places = [QRectF(*header.title_at, header.title.width, header.title.height), *(place for place, _ in header.badges)]
        if header.pill is not None:
            places.append(header.pill)
        if header.aside is not None:
            places.append(QRectF(*header.aside_at, header.aside.width, header.aside.height))
        for at, place in enumerate(places):
            assert place.right() <= width + 1
            assert place.bottom() <= header.height + 1
            assert not any(place.intersects(other) for other in places[at + 1 :])
