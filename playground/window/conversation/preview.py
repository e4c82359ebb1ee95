"""The cards before the first run: the prompt lies ready, and below it what Run will do with it. Without Qt."""

from playground.repair.message import Message, Role
from playground.repair.scenario import Scenario
from playground.window.conversation.cards import Badge, Card, CardRole
from playground.words.text import text


def preview_cards(scenario: Scenario) -> tuple[Card, ...]:
    """What would be sent; nothing while no message says anything."""
    if not any(message.content for message in scenario.messages):
        return ()
    cards = [card_of_message("preview", place, message) for place, message in enumerate(scenario.messages)]
    return (*cards, card_of_hint("preview"))


def card_of_message(run_id: str, place: int, message: Message, badges: tuple[Badge, ...] = ()) -> Card:
    """A message of the prompt."""
    role, title = {
        Role.SYSTEM: (CardRole.SYSTEM, text("conversation.system")),
        Role.USER: (CardRole.YOU, text("conversation.you")),
        Role.ASSISTANT: (CardRole.YOU, text("conversation.example")),
    }[message.role]
    edited = (Badge.EDITED,) if message.edited else ()
    return Card(f"{run_id}/message/{place}", role, title, message.content, (*badges, *edited))


def card_of_hint(run_id: str) -> Card:
    """What Run will do."""
    return Card(f"{run_id}/hint", CardRole.NOTICE, text("conversation.empty.title"), notes=(text("conversation.empty.text"),))
