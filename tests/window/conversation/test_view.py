"""The message view: shown, grown, selected, scrolled, by mouse and keyboard."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from playground.verdict.violations import Span
from playground.window.appearance import Appearance
from playground.window.conversation.cards import Card, CardRole, Mark, MarkKind
from playground.window.conversation.conversation import Conversation, fold, recall
from playground.window.conversation.derivation import derive_cards
from playground.window.conversation.emphasis import buttons_of
from playground.window.conversation.pane import ConversationPane
from playground.window.conversation.selection import Place, Selection
from playground.window.conversation.stops import Stop
from playground.window.conversation.view import ConversationView
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language
from playground.words.text import text
from tests.window.conversation.runs import MAYBE, PROSE, QUESTION, REPAIRED, events

CARDS = derive_cards(recall(REPAIRED))
FIRST, SECOND = 1, 3  # where the cards of the first and second attempt stand
MEGABYTE = "[" + ",".join(f'{{"id": {number}, "name": "item"}}' for number in range(40_000)) + "]"


@pytest.fixture
def pane(qtbot: QtBot, appearance: Appearance, wording: Wording) -> ConversationPane:
    made = ConversationPane(appearance, wording)
    qtbot.addWidget(made)
    made.resize(700, 800)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.view.setFocus()
    return made


@pytest.fixture
def view(pane: ConversationPane) -> ConversationView:
    pane.show_cards(CARDS)
    return pane.view


def _point(view: ConversationView, card: int, rect: QRectF, x: float = 0.5) -> QPoint:
    """A point of the viewport, in a rectangle given in a card's own coordinates."""
    global_rect = view.rect_on_screen(card, rect)
    at = QPointF(global_rect.left() + x * global_rect.width(), global_rect.center().y())
    return view.viewport().mapFromGlobal(at.toPoint())


def _point_at(view: ConversationView, card: int, place: int) -> QPoint:
    return _point(view, card, view.stack.boxes[card].rect_of(place, place + 1), 0.1)


def _long(number: int) -> Card:
    return Card(f"long/{number}", CardRole.MODEL, text("conversation.model", number=number), "word " * 400, attempt=number)


def _in_view(view: ConversationView, card: int, rect: QRectF) -> bool:
    top = view.stack.top_of(card) + rect.top() - view.offset
    return bool(0 <= top <= view.viewport().height() - rect.height())


def _colours(image: QImage) -> set[str]:
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(0, image.height(), 2)}


def test_what_a_person_sends_stands_right_and_what_the_model_says_left(view: ConversationView) -> None:
    asked, said = view.stack.boxes[0].rect, view.stack.boxes[FIRST].rect
    assert said.left() == 0
    assert asked.left() > 0
    assert asked.right() == pytest.approx(said.right(), abs=1)


@pytest.mark.parametrize("theme", list(ThemeName))
def test_a_violation_is_shown_by_more_than_its_text(view: ConversationView, appearance: Appearance, theme: ThemeName) -> None:
    appearance.choose_theme(theme)
    box = view.stack.boxes[SECOND]
    row = box.layouts[0]
    assert [disc.mark for disc in row.discs] == [0]
    place = box.rect_of_mark(0).adjusted(-2, 0, 26, 4)
    shot = view.viewport().grab(
        QRectF(view.rect_on_screen(SECOND, place)).toRect().translated(-view.viewport().mapToGlobal(QPoint()))
    )
    colours = _colours(shot.toImage())
    assert appearance.theme.bad.name() in colours
    assert appearance.theme.bad_soft.name() in colours


@pytest.mark.parametrize("scale", [80, 100, 200])
@pytest.mark.parametrize("width", [320, 700, 1600])
def test_everything_stays_inside_its_card(pane: ConversationPane, appearance: Appearance, scale: int, width: int) -> None:
    pane.show_cards(CARDS)
    appearance.set_scale(scale)
    pane.resize(width, 800)
    pane.view.scroll_to_end()
    for box in pane.view.stack.boxes:
        frame = box.rect.width() - 2 * pane.view.look.padding + 1
        header = box.header
        rights = [rect.right() for rect, _ in header.badges] + [header.title_at[0] + header.title.width]
        rights += [header.pill.right()] if header.pill else []
        rights += [header.aside_at[0] + header.aside.width] if header.aside else []
        assert max(rights) <= frame
        assert box.rect.right() <= pane.view.viewport().width()


def test_a_click_on_a_violation_tells_its_attempt_and_index(qtbot: QtBot, view: ConversationView) -> None:
    point = _point(view, SECOND, view.stack.boxes[SECOND].rect_of_mark(0))
    with qtbot.waitSignal(view.violation_activated) as told:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert told.args == [2, 0]
    assert (view.selected_attempt, view.chosen_violation) == (2, (2, 0))


def test_a_click_on_a_reply_selects_its_attempt(qtbot: QtBot, view: ConversationView) -> None:
    with qtbot.waitSignal(view.attempt_selected) as told:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_point_at(view, FIRST, 3) + QPoint(300, 0))
    assert told.args == [1]
    assert view.selected_attempt == 1


def test_what_is_selected_from_outside_tells_nobody(qtbot: QtBot, view: ConversationView) -> None:
    with qtbot.assertNotEmitted(view.violation_activated), qtbot.assertNotEmitted(view.attempt_selected):
        view.select_violation(2, 0)
        view.select_attempt(3)
    assert view.chosen_violation is None


def test_text_is_selected_across_cards_by_dragging_and_copied_verbatim(qtbot: QtBot, view: ConversationView) -> None:
    start, end = _point_at(view, FIRST, 9), _point_at(view, SECOND, 8)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view.viewport(), (start + end) / 2)
    qtbot.mouseMove(view.viewport(), end)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    selection = view.selection
    assert selection is not None
    assert (selection.first, selection.last) == (Place(FIRST, 9), Place(SECOND, 8))
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"Model · attempt 1\n{PROSE[9:]}\n\nFeedback\n")
    assert copied.endswith(f"\nModel · attempt 2\n{MAYBE[:8]}")


def test_a_double_click_selects_the_word_and_shift_extends(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_point_at(view, FIRST, 2))
    assert view.message_actions.selected_text() == "Probably"
    view.select(Selection(Place(FIRST, 0), Place(FIRST, 1)))
    point = _point_at(view, FIRST, 8)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, point)
    assert view.message_actions.selected_text() == "Probably"


def test_the_keyboard_extends_a_selection_by_letters_words_and_messages(qtbot: QtBot, view: ConversationView) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    view.select(Selection(Place(FIRST, 0), Place(FIRST, 0)))
    qtbot.keyClick(view, Qt.Key.Key_Right, shift)
    assert view.message_actions.selected_text() == "P"
    qtbot.keyClick(view, Qt.Key.Key_Right, shift | Qt.KeyboardModifier.ControlModifier)
    assert view.message_actions.selected_text() == "Probably"
    qtbot.keyClick(view, Qt.Key.Key_Down, shift)
    assert view.message_actions.selected_text() == PROSE
    qtbot.keyClick(view, Qt.Key.Key_Left, shift)
    assert view.message_actions.selected_text() == PROSE[:-1]


def test_a_selection_outlives_new_messages_but_not_another_run(view: ConversationView) -> None:
    view.select(Selection(Place(FIRST, 0), Place(FIRST, 8)))
    view.append(_long(9))
    assert view.message_actions.selected_text() == "Probably"
    view.set_cards(CARDS[2:])
    assert view.message_actions.selected_text() == ""


def test_the_keyboard_stays_at_a_place_that_there_is(qtbot: QtBot, view: ConversationView) -> None:
    view.select_violation(2, 0)
    assert view.stop == Stop(SECOND, 0)
    view.change(CARDS[SECOND].id, replace(CARDS[SECOND], marks=()))
    assert view.stop == Stop(SECOND)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    view.set_cards(CARDS[:2])
    assert view.stop == Stop(1)


def test_select_all_takes_every_body(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert all(card.body in view.message_actions.selected_text() for card in CARDS)


def test_copy_without_a_selection_takes_the_message_where_the_keyboard_is(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == QUESTION.content


def test_the_copy_button_of_a_card_gives_its_text(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.mouseMove(view.viewport(), _point_at(view, SECOND, 1))
    offer, rect = buttons_of(view, SECOND)[0]
    assert offer.icon == "copy"
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_point(view, SECOND, rect))
    assert QGuiApplication.clipboard().text() == MAYBE
    assert view.selected_attempt is None


def test_tab_walks_cards_and_violations_and_leaves_at_the_end(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Home)
    stops = [view.stop]
    for _ in range(8):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
        stops.append(view.stop)
    assert [(stop.card, stop.mark) for stop in stops if stop is not None] == [
        (0, None),
        (1, None),
        (1, 0),
        (2, None),
        (3, None),
        (3, 0),
        (4, None),
        (5, None),
        (6, None),
    ]
    assert not view.focusNextPrevChild(True) or not view.hasFocus()


def test_enter_activates_where_the_keyboard_is(qtbot: QtBot, view: ConversationView) -> None:
    qtbot.keyClick(view, Qt.Key.Key_Home)
    for _ in range(5):
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.waitSignal(view.violation_activated) as told:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert told.args == [2, 0]


def test_up_and_down_go_through_a_message_higher_than_the_view(qtbot: QtBot, pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards([_long(1), Card("tall", CardRole.MODEL, text("conversation.model", number=2), "line\n" * 200), _long(3)])
    qtbot.keyClick(view, Qt.Key.Key_Home)
    seen = []
    for _ in range(200):
        qtbot.keyClick(view, Qt.Key.Key_Down)
        assert view.stop is not None
        seen.append((view.stop.card, view.offset))
        if view.stop.card == 2:
            break
    assert [offset for _, offset in seen] == sorted(offset for _, offset in seen)
    assert len([card for card, _ in seen if card == 1]) > 20
    assert seen[-1][0] == 2


def test_the_view_stays_at_the_newest_text_while_it_grows(qtbot: QtBot, pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards([_long(1), Card("g", CardRole.MODEL, text("conversation.model", number=2), "start", growing=True)])
    bar = view.verticalScrollBar()
    assert view.offset == bar.maximum()
    for _ in range(40):
        view.grow("g", "more words to come " * 10)
        view.flush()
        assert view.offset == bar.maximum()
    assert bar.maximum() > 200
    assert pane.newest.isHidden()
    assert view.cards[1].body == "start" + "more words to come " * 400


def test_who_scrolled_up_is_left_alone_and_has_a_way_back(qtbot: QtBot, pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards([_long(1), _long(2), Card("g", CardRole.MODEL, text("conversation.model", number=3), "start", growing=True)])
    bar = view.verticalScrollBar()
    bar.setValue(40)
    before = view.viewport().grab(QRectF(0, 0, 600, 300).toRect()).toImage()
    for _ in range(20):
        view.grow("g", "more words to come " * 20)
        view.flush()
    assert view.offset == 40
    assert view.viewport().grab(QRectF(0, 0, 600, 300).toRect()).toImage() == before
    assert pane.newest.isVisible()
    qtbot.mouseClick(pane.newest, Qt.MouseButton.LeftButton)
    assert view.offset == bar.maximum()
    assert pane.newest.isHidden()


def test_many_small_pieces_are_shown_together(qtbot: QtBot, pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards([Card("g", CardRole.MODEL, text("conversation.model", number=1), "", growing=True)])
    with qtbot.waitSignals([view.cards_changed]):
        for number in range(200):
            view.grow("g", f"{number} ")
    qtbot.waitUntil(lambda: view.stack.cards[0].body.endswith("199 "))
    assert view.cards[0].body == "".join(f"{number} " for number in range(200))


def test_a_run_told_event_by_event_ends_as_its_record_shows(qtbot: QtBot, pane: ConversationPane) -> None:
    conversation: Conversation | None = None
    for event in events():
        conversation = fold(conversation, event)
        assert conversation is not None
        pane.go_on(conversation, event)
    assert tuple(pane.view.cards) == CARDS


def test_a_megabyte_on_one_line_is_shown_whole_and_only_what_is_in_view_is_laid_out(pane: ConversationPane) -> None:
    view = pane.view
    marks = tuple(
        Mark(MarkKind.ERROR, text("words.place.answer"), Span(at, at + 6), number + 1, number)
        for number, at in enumerate(range(12, len(MEGABYTE) - 10, 900))
    )
    pane.show_cards(
        [Card("big", CardRole.MODEL, text("conversation.model", number=1), MEGABYTE, attempt=1, marks=marks, monospaced=True)]
    )
    for index in (len(marks) - 1, 0, len(marks) // 2):
        view.select_violation(1, index)
        assert _in_view(view, 0, view.stack.boxes[0].rect_of_mark(index))
    assert len(view.stack.boxes[0].layouts) <= 160
    view.select_all()
    assert view.message_actions.selected_text() == MEGABYTE


def test_scrolling_up_into_cards_never_seen_moves_what_is_in_view_as_far_as_asked(pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards(
        [Card(str(number), CardRole.MODEL, text("conversation.model", number=number), "iiii lll " * 150) for number in range(60)]
    )
    bar = view.verticalScrollBar()
    for _ in range(60):
        index = view.stack.at(view.offset + 400.0)
        before = view.stack.top_of(index) - view.offset
        bar.setValue(bar.value() - 37)
        assert view.stack.top_of(index) - view.offset == pytest.approx(before + 37, abs=1.5)


def test_resizing_keeps_what_stood_at_the_top(pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards([_long(number) for number in range(40)])
    view.verticalScrollBar().setValue(5000)
    index = view.stack.at(float(view.offset))
    pane.resize(500, 700)
    assert view.stack.at(float(view.offset)) == index


def test_a_long_message_is_whole_and_can_be_folded(qtbot: QtBot, pane: ConversationPane) -> None:
    view = pane.view
    pane.show_cards([Card("m", CardRole.MODEL, text("conversation.model", number=1), "line\n" * 300, attempt=1)])
    box = view.stack.boxes[0]
    whole = box.height
    assert whole > 5000
    view.fold(0, folded=True)
    assert box.height < 200
    unfold = box.unfold_rect
    assert unfold is not None
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_point(view, 0, unfold))
    assert view.stack.boxes[0].height == pytest.approx(whole, rel=0.01)


def test_a_folded_card_keeps_its_fold_while_others_come(view: ConversationView) -> None:
    long = _long(9)
    view.append(long)
    view.fold(len(CARDS), folded=True)
    view.append(_long(10))
    assert view.stack.boxes[len(CARDS)].folded


def test_the_text_of_a_model_is_never_markup(pane: ConversationPane) -> None:
    pane.show_cards(
        [Card("m", CardRole.MODEL, text("conversation.model", number=1), '<b>bold</b> <img src="http://x/">', attempt=1)]
    )
    row = pane.view.stack.boxes[0].layouts[0]
    assert row.layout.text() == '<b>bold</b> <img src="http://x/">'


def test_positions_hold_behind_characters_of_two_units(pane: ConversationPane) -> None:
    body = '😀😀 {"a": "b"}'
    mark = Mark(MarkKind.ERROR, text("words.place.answer"), Span(body.index('"b"'), body.index('"b"') + 3), 1)
    pane.show_cards([Card("m", CardRole.MODEL, text("conversation.model", number=1), body, attempt=1, marks=(mark,))])
    row = pane.view.stack.boxes[0].layouts[0]
    (underline,) = row.underlines
    at = row.place_at(QPointF(underline.rect.left() + 1, underline.rect.center().y()))
    assert body[at : at + 3] == '"b"'


def test_nothing_run_yet_says_what_run_will_do(pane: ConversationPane, wording: Wording) -> None:
    pane.show_cards(())
    assert pane.empty is not None
    assert pane.empty.isVisible()
    pane.show_cards(CARDS)
    assert pane.empty.isHidden()


def test_the_language_changes_at_once_and_leaves_the_texts_alone(view: ConversationView, wording: Wording) -> None:
    view.verticalScrollBar().setValue(0)
    wording.speak(Language.FRENCH)
    assert view.stack.boxes[0].words.title == "Vous"
    assert [card.body for card in view.cards] == [card.body for card in CARDS]


def test_the_context_menu_offers_what_fits(view: ConversationView) -> None:
    words = [action.text() for action in view.pointer.make_menu(0).actions() if action.text()]
    assert words == ["Copy the message", "Select all", "Find…"]
    view.select_all()
    assert view.pointer.make_menu(-1).actions()[0].text() == "Copy"
