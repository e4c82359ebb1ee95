"""Whole runs of the loop against the practice model, without endpoint, threads or time."""

from collections import Counter

from playground.endpoints.practice.model import Question, reply_to
from playground.endpoints.practice.settings import PracticeSettings
from playground.repair.exchange import Reply, Source
from playground.repair.judging import judge_reply
from playground.repair.loop import Ask, Compose, Ended, Judge, advance, begin
from playground.repair.message import Message, Role
from playground.repair.record import Run
from playground.repair.scenario import FeedbackSettings, Scenario, Strategy
from playground.words.language import Language

QUESTIONS = {
    Language.ENGLISH: "Read this and answer in JSON.",
    Language.FRENCH: "Lisez ceci et répondez en JSON, s’il vous plaît.",
    Language.JAPANESE: "これを読んで、JSON で答えてください。",
    Language.POLISH: "Przeczytaj to i odpowiedz w JSON-ie, proszę. Dziękuję.",
}


def carry_out(
    schema_text: str,
    settings: PracticeSettings,
    strategy: Strategy = Strategy.FAULTS,
    language: Language = Language.ENGLISH,
    attempts: int = 4,
) -> Run:
    """One run to its end."""
    scenario = Scenario(
        "00000000-0000-4000-8000-000000000001",
        language=language,
        messages=(Message(Role.USER, QUESTIONS[language]),),
        schema_text=schema_text,
        feedback=FeedbackSettings(strategy),
        max_attempts=attempts,
    )
    state = begin(scenario, run_id="run")
    asked: Counter[tuple[Message, ...]] = Counter()
    while not isinstance(state.next, Ended):
        match state.next:
            case Ask(request):
                question = Question(request.messages, request.schema_text, request.asked, asked[request.messages])
                asked[request.messages] += 1
                written = reply_to(question, settings)
                state = advance(state, Reply(written.text, Source.PRACTICE, finish=written.finish, refusal=written.refusal))
            case Judge(reply, asked_fields, base):
                state = advance(state, judge_reply(reply, state.schema, state.scenario, asked=asked_fields, base=base))
            case Compose():
                state = advance(state, state.next.proposal)
    return state.run
