"""What looks like an oversight in a scenario and keeps nobody from running it; said before anything is sent."""

from playground.repair.endpoint_settings import Mode
from playground.repair.message import Message
from playground.repair.requests import first_request, names_of_variables
from playground.repair.scenario import Scenario
from playground.words.text import Listing, Text, text


def find_hints(scenario: Scenario) -> tuple[Text, ...]:
    """Variables without a value, and a JSON mode that no message asks JSON of."""
    hints: list[Text] = []
    values = dict(scenario.variables)
    unfilled = [name for name in names_of_variables(scenario.messages) if name not in values]
    if unfilled:
        names = Listing(tuple(f"{{{{{name}}}}}" for name in unfilled))
        hints.append(text("repair.hint.unfilled", names=names, count=len(unfilled)))
    sent = first_request(scenario).messages
    if scenario.endpoint.mode is Mode.JSON and not any(_names_json(message) for message in sent):
        hints.append(text("repair.hint.json_unasked"))
    return tuple(hints)


def _names_json(message: Message) -> bool:
    return "json" in message.content.casefold()
