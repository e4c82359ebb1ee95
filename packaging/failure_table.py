"""Writes the table of all failures of an endpoint into docs/, one page a language: `python packaging/failure_table.py`.

With `--check` nothing is written, and the exit code is 1 where a page is not what the code says.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playground.endpoints.failures import Kind  # noqa: E402 - found beside this folder, wherever it is run from
from playground.endpoints.retries import is_passing  # noqa: E402 - as above
from playground.words.catalogues import wording  # noqa: E402 - as above
from playground.words.language import Language  # noqa: E402 - as above

FOLDER = ROOT / "docs"


def page(language: Language) -> str:
    """The page in Markdown."""

    def say(name: str) -> str:
        return wording(f"endpoints.table.{name}", language)

    lines = [f"# {say('title')}", "", say("about"), ""]
    lines.append("| " + " | ".join(say(name) for name in ("kind", "name", "message", "hint", "again")) + " |")
    lines.append("| --- | --- | --- | --- | --- |")
    for kind in Kind:
        parts = [wording(f"endpoints.failure.{kind}.{part}", language) for part in ("title", "message", "hint")]
        again = say("yes") if is_passing(kind) else ""
        lines.append("| " + " | ".join((f"`{kind.value}`", *(part.replace("|", "\\|") for part in parts), again)) + " |")
    return "\n".join(lines) + "\n"


def path_of(language: Language) -> Path:
    """Where the page of a language lies."""
    return FOLDER / f"failures.{language.value}.md"


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    pages = {path_of(language): page(language) for language in Language}
    if arguments == ["--check"]:
        stale = [path for path, content in pages.items() if not path.is_file() or path.read_text("utf-8") != content]
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what the code says: run `python packaging/failure_table.py`.")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for path, content in pages.items():
        path.write_text(content, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
