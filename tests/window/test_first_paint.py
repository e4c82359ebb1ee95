"""What the first paint does without: it is looked at in a process of its own."""

import json
import subprocess
import sys
import textwrap

PROGRAM = """
import json, sys
from playground.store.folders import find_folders
from playground.window.application import Program
from playground.window.main_window import MainWindow
from playground.window.system import make_application

heavy = ["httpx", "jsonschema", "jsonschema_rs", "keyring", "babel", "asyncio", "sqlite3"]

def look(window):
    words = [window.prompt._rows[0].field.text(), window.schema.editor.text, window.bar.title.text()]
    print(json.dumps({"loaded": [name for name in heavy if name in sys.modules], "words": words}))
    application.quit()

MainWindow.begin_work = look
application = make_application()
program = Program(application, find_folders())
program.open_first_window(None)
application.exec()
program.close()
"""


def test_nothing_heavy_is_loaded_before_the_whole_window_is_painted() -> None:
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(PROGRAM)], capture_output=True, text=True, timeout=60, check=True)
    seen = json.loads(done.stdout)
    assert seen["loaded"] == []
    assert all(seen["words"])
