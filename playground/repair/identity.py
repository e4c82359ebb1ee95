"""Which scenarios are the same experiment: a hash of everything that affects results, and of nothing else."""

import json
from hashlib import sha256

from playground.repair.requests import first_request
from playground.repair.scenario import Scenario
from playground.repair.templates import feedback_language, template_of


def scenario_hash(scenario: Scenario) -> str:
    """SHA-256 in hexadecimal, the same on every machine.

    Title, id, cases, unknown fields, the preset's name, streaming and the recorded samples (which never answer in a live run)
    are left out; messages count as they are sent, and feedback by its wording.
    """
    endpoint, differs, budgets, rules = scenario.endpoint, scenario.repair_endpoint, scenario.budgets, scenario.stop_rules
    language = feedback_language(scenario)
    parts: list[list[object]] = [
        [[message.role.value, message.content] for message in first_request(scenario).messages],
        [scenario.schema_text, scenario.assert_formats],
        [endpoint.dialect.value, endpoint.base_url, endpoint.model, endpoint.mode.value, endpoint.max_tokens],
        [float(endpoint.time_limit), _float(endpoint.temperature), endpoint.extra],
        [differs.model, _float(differs.temperature), differs.mode],
        [scenario.feedback.strategy.value, language.value, template_of(scenario, language)],
        [scenario.max_attempts, _float(budgets.seconds), budgets.total_tokens],
        [scenario.ending.kind.value, scenario.ending.value],
        [rules.same_reply, rules.same_violations, rules.raise_limit_once, rules.duplicate_key_is_violation],
    ]
    if scenario.fix_small_faults:  # left out where it is off, so that the runs of earlier programs still count
        parts.append([True])
    return sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).hexdigest()


def _float(value: float | None) -> float | None:
    """30 and 30.0 are the same setting."""
    return None if value is None else float(value)
