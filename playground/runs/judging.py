"""How a scenario's replies are judged in a run: beside the program where they are large."""

from functools import partial

from playground.repair import judging
from playground.repair.loop import Judge
from playground.repair.scenario import Scenario
from playground.runs.side_process import SideProcess
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Verdict


def judge_reply(step: Judge, schema: CheckedSchema, scenario: Scenario, side: SideProcess) -> Verdict:
    """The verdict on the reply of a step by the scenario's schema and rules."""
    by = partial(side.judge, assert_formats=scenario.assert_formats)
    return judging.judge_reply(step.reply, schema, scenario, asked=step.asked, base=step.base, by=by)
