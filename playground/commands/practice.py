"""`playground practice`: serves the practice model on this computer until it is stopped."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from playground.commands.arguments import PracticeOptions
from playground.commands.speech import Speech
from playground.endpoints.practice.server import PracticeServer
from playground.endpoints.practice.settings import PracticeSettings, settings_of
from playground.words.text import Text, text

_USAGE = 2


def practice(options: PracticeOptions, speech: Speech) -> int:
    """Serve; the base address goes to standard output, and what to do with it to standard error. Ends with Ctrl+C."""
    settings = settings_of(options.preset)
    settings = replace(settings, seed=options.seed, speed=settings.speed if options.speed is None else options.speed)
    with suppress(KeyboardInterrupt):
        return asyncio.run(_serve(options, settings, speech))
    speech.say(Text("cli.practice.stopped"))
    return 0


async def _serve(options: PracticeOptions, settings: PracticeSettings, speech: Speech) -> int:
    server = PracticeServer(settings, speech.word)
    try:
        address = await server.start(options.port)
    except OSError as taken:
        speech.say(text("cli.practice.port_taken", port=str(options.port), reason=taken.strerror or str(taken)))
        return _USAGE
    try:
        speech.say(text("cli.practice.serving", address=address))
        if speech.give(address):
            await asyncio.Event().wait()
        return 0
    finally:
        await server.close()
