"""Scenario: everything that one run needs, as frozen values; never a key."""

from dataclasses import dataclass
from enum import StrEnum

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.message import Message
from playground.words.language import Language

MAX_ATTEMPTS_DEFAULT = 3
MAX_ATTEMPTS_LIMIT = 10


class Strategy(StrEnum):
    """How a verdict becomes the next request; the values are the names in files."""

    FAULTS = "faults"
    FAULTS_SCHEMA = "faults_schema"
    ANNOTATED = "annotated"  # the JSON with the faults marked beside the values
    LAST_PAIR = "last_pair"  # the first question, the last reply and the feedback only
    FRESH = "fresh"  # the first question with what must be so, without the wrong reply
    FIELDS = "fields"  # only the failing fields are asked for; they are merged into the last answer, which is judged whole
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class OwnTemplate:
    """The wording that a person gave one strategy in one language."""

    strategy: Strategy
    language: Language
    template: str


@dataclass(frozen=True, slots=True)
class FeedbackSettings:
    """The strategy, the language of what is sent (None: the scenario's), and the person's own templates."""

    strategy: Strategy = Strategy.FAULTS
    language: Language | None = None
    templates: tuple[OwnTemplate, ...] = ()


class EndingKind(StrEnum):
    """What happens at the limit."""

    ERROR = "error"
    FALLBACK = "fallback"
    BEST_ATTEMPT = "best_attempt"


@dataclass(frozen=True, slots=True)
class Ending:
    """What happens at the limit, chosen before the run. `value` is the JSON text of the whole fallback."""

    kind: EndingKind = EndingKind.ERROR
    value: str | None = None


class SampleRule(StrEnum):
    """When recorded samples answer in the model's stead."""

    NEVER = "never"
    WHEN_NO_ANSWER = "when_no_answer"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Samples:
    """Recorded replies, one per turn; the last one again after that."""

    rule: SampleRule = SampleRule.NEVER
    replies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RepairEndpoint:
    """What differs for repair turns; None is "as in the first call"."""

    model: str | None = None
    temperature: float | None = None
    mode: Mode | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A reply that should pass or fail; checked again at every change of the schema."""

    title: str
    reply: str
    should_pass: bool


@dataclass(frozen=True, slots=True)
class Budgets:
    """Caps over the whole run; None is no cap."""

    seconds: float | None = None
    total_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class StopRules:
    """When a run stops before its limit, or is judged more strictly."""

    same_reply: bool = False
    same_violations: bool = False
    raise_limit_once: bool = False  # after a cut_off reply: ask again with twice max_tokens
    duplicate_key_is_violation: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """One prompt, one schema, one endpoint and the limits of the loop. `id` is a UUID; `schema_text` is kept also when broken."""

    id: str
    title: str = ""
    language: Language = Language.ENGLISH
    messages: tuple[Message, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    schema_text: str = "{}"
    assert_formats: bool = True
    fix_small_faults: bool = False  # small syntax faults of a reply are fixed before it is judged
    endpoint: EndpointSettings = EndpointSettings()  # noqa: RUF009 - frozen, so it can be shared
    repair_endpoint: RepairEndpoint = RepairEndpoint()
    feedback: FeedbackSettings = FeedbackSettings()
    max_attempts: int = MAX_ATTEMPTS_DEFAULT
    budgets: Budgets = Budgets()
    ending: Ending = Ending()
    samples: Samples = Samples()
    cases: tuple[Case, ...] = ()
    stop_rules: StopRules = StopRules()
    unknown: tuple[tuple[str, str], ...] = ()  # fields of the file that this version doesn't know, as JSON texts
