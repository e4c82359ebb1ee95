"""Prints the milliseconds of processor time and waiting that one attempt costs: the program's loop, and the same in bare httpx and json.

Both ask the same loopback server, which runs in a process of its own and plays a reply that breaks the schema, twice, then one
that keeps it.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx
from jsonschema import Draft202012Validator

from playground.commands.recording import HistoryRecorder
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.message import Message, Role
from playground.repair.record import Outcome
from playground.repair.scenario import Scenario
from playground.runs.engine import Engine
from playground.runs.events import Event, RunEnded
from playground.store.history import History
from playground.store.writer import Writer

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = {"type": "object", "required": ["answer"], "properties": {"answer": {"enum": ["yes", "no"]}}}
QUESTION = "Does a baguette contain gluten? Answer with JSON only."
ATTEMPTS, RUNS = 3, 120


def main(concurrency: int) -> None:
    """Print ours and the reference's cost of one attempt, in turns."""
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "support" / "chat_server.py"), "--behaviour", "repair"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None  # noqa: S101 - it was asked for
    try:
        base_url = server.stdout.readline().split()[-1]
        ours, reference = [], []
        for turn in range(4):
            costs = _ours(base_url, concurrency), asyncio.run(_reference(base_url, concurrency))
            if turn:  # the first one loads what both need
                ours.append(costs[0])
                reference.append(costs[1])
    finally:
        server.kill()
        server.wait()
    print(min(ours), min(reference))


def _ours(base_url: str, concurrency: int) -> float:
    scenario = Scenario(
        id="0b8f4a52-56a1-4b0e-9c38-8b1f5f2f8d11",
        messages=(Message(Role.USER, QUESTION),),
        schema_text=json.dumps(SCHEMA),
        endpoint=EndpointSettings(base_url=base_url, model="m", stream=False),
    )
    with tempfile.TemporaryDirectory() as folder:
        writer = Writer()
        history = History(Path(folder) / "history.sqlite", writer, lambda problem: sys.exit(problem.id))
        engine = Engine(HistoryRecorder(history))
        free = threading.Semaphore(concurrency)
        outcomes: list[Outcome | None] = []

        def listen(event: Event) -> None:
            if isinstance(event, RunEnded):
                outcomes.append(event.run.outcome)
                free.release()

        begun = time.perf_counter()
        for _ in range(RUNS):
            free.acquire()
            engine.start(scenario, None, listen)
        for _ in range(concurrency):
            free.acquire()
        took = time.perf_counter() - begun
        engine.close()
        history.close()
        writer.close(10.0)
    if outcomes != [Outcome.REPAIRED] * RUNS:
        sys.exit(f"The runs did not end as they should: {set(outcomes)}.")
    return took * 1000 / (RUNS * ATTEMPTS)


async def _reference(base_url: str, concurrency: int) -> float:
    validator = Draft202012Validator(SCHEMA)
    free = asyncio.Semaphore(concurrency)

    async def run(client: httpx.AsyncClient) -> None:
        async with free:
            messages = [{"role": "user", "content": QUESTION}]
            for _ in range(ATTEMPTS):
                reply = await client.post(
                    f"{base_url}/chat/completions", json={"model": "m", "messages": messages, "max_tokens": 2000}
                )
                content = json.loads(reply.content)["choices"][0]["message"]["content"]
                faults = [fault.message for fault in validator.iter_errors(json.loads(content))]
                if not faults:
                    return
                messages += [
                    {"role": "assistant", "content": content},
                    {"role": "user", "content": "Fix this: " + "; ".join(faults)},
                ]
            sys.exit("The reference loop did not end as it should.")

    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        begun = time.perf_counter()
        await asyncio.gather(*(run(client) for _ in range(RUNS)))
        return (time.perf_counter() - begun) * 1000 / (RUNS * ATTEMPTS)


if __name__ == "__main__":
    main(int(sys.argv[1]))
