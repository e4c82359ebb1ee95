"""What the options of `playground run` change about a scenario, and which key its endpoint gets."""

import os
from dataclasses import replace

from playground.commands.arguments import RunOptions
from playground.commands.speech import Speech
from playground.endpoints.addresses import AddressProblem, read_address
from playground.endpoints.presets import OTHER, preset, presets
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.scenario import SampleRule, Samples, Scenario
from playground.store.keys import KeyOrigin, KeyState, KeyStore, key_origin
from playground.store.settings import Settings
from playground.words.text import text

_KEYRING_TIME_LIMIT = 15.0  # seconds; nobody may be there to type the keyring's password


def override(scenario: Scenario, options: RunOptions) -> Scenario:
    """The scenario as it is to be carried out."""
    endpoint = scenario.endpoint
    if options.base_url is not None:
        endpoint = replace(endpoint, base_url=options.base_url, preset=_preset_at(options.base_url))
    if options.model is not None:
        endpoint = replace(endpoint, model=options.model)
    if options.mode is not None:
        endpoint = replace(endpoint, mode=options.mode)
    if options.timeout is not None:
        endpoint = replace(endpoint, time_limit=options.timeout)
    # What is asked for on the command line holds for the repair turns as well.
    repair_endpoint = replace(
        scenario.repair_endpoint,
        model=scenario.repair_endpoint.model if options.model is None else None,
        mode=scenario.repair_endpoint.mode if options.mode is None else None,
    )
    feedback = scenario.feedback
    if options.strategy is not None:
        feedback = replace(feedback, strategy=options.strategy)
    return replace(
        scenario,
        endpoint=endpoint,
        repair_endpoint=repair_endpoint,
        feedback=feedback,
        max_attempts=options.max_attempts or scenario.max_attempts,
        fix_small_faults=scenario.fix_small_faults if options.fix_small_faults is None else options.fix_small_faults,
        samples=replace(scenario.samples, rule=_sample_rule(scenario.samples, options)),
    )


def origin_of(endpoint: EndpointSettings) -> KeyOrigin | None:
    """What a key of this endpoint belongs to; None if its address is none."""
    address = read_address(endpoint.base_url or preset(endpoint.preset).base_url)
    return None if isinstance(address, AddressProblem) else key_origin(address.base)


class NoKey(Exception):
    """The variable that was named holds no key; the person has been told."""


def find_key(scenario: Scenario, options: RunOptions, settings: Settings, speech: Speech) -> str | None:
    """The key for the scenario's endpoint, if there is one; may wait for the keyring. Raises NoKey."""
    if options.key_env is not None:
        key = os.environ.get(options.key_env, "").strip()
        if not key:
            speech.say(text("cli.key_variable_empty", variable=options.key_env))
            raise NoKey(options.key_env)
        return key
    origin = origin_of(scenario.endpoint)
    if origin is None or scenario.samples.rule is SampleRule.ALWAYS:
        return None
    found = KeyStore(time_limit=_KEYRING_TIME_LIMIT).find(origin, settings.variable_for(str(origin))).result()
    if found.report.state in (KeyState.LOCKED, KeyState.TIMED_OUT):
        speech.say(found.report.message)
    return found.key


def _preset_at(base_url: str) -> str:
    """The kind of server at an address, so that no habit and no public key of another server is carried along."""
    asked = read_address(base_url)
    if isinstance(asked, AddressProblem):
        return OTHER
    for known in presets():
        address = read_address(known.base_url)
        if not isinstance(address, AddressProblem) and address.origin == asked.origin:
            return known.id
    return OTHER


def _sample_rule(samples: Samples, options: RunOptions) -> SampleRule:
    if options.samples is None:
        return samples.rule if options.base_url is None else SampleRule.NEVER
    if not options.samples:
        return SampleRule.NEVER
    if samples.rule is SampleRule.ALWAYS and options.base_url is None:
        return SampleRule.ALWAYS
    return SampleRule.WHEN_NO_ANSWER
