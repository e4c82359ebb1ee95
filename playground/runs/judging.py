"""How a scenario's replies are judged."""

from playground.repair.messages import Reply
from playground.repair.scenario import Scenario
from playground.runs.side_process import SideProcess
from playground.verdict.judge import JudgeOptions
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Verdict


def judge_reply(reply: Reply, schema: CheckedSchema, scenario: Scenario, side: SideProcess) -> Verdict:
    """The verdict on a reply by the scenario's schema and rules."""
    options = JudgeOptions(
        finish=reply.finish,
        refusal=reply.refusal,
        duplicate_key_is_violation=scenario.stop_rules.duplicate_key_is_violation,
    )
    return side.judge(reply.text, schema, options, assert_formats=scenario.assert_formats)
