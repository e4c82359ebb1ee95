"""A list of judged replies as CSV, as spreadsheets read it."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from playground.store.atomic import write_atomically
from playground.window.check.reply_rows import COLUMNS, JudgedReply
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text


def write_csv(path: Path, judged: Sequence[JudgedReply], language: Language) -> None:
    """Write the list, and the replies themselves in the last column; raises FileProblem. May be called on any thread."""
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow([render(text(f"check.column.{name}"), language) for name in (*COLUMNS, "reply")])
    for each in judged:
        first = render(each.first, language) if each.first else ""
        writer.writerow([_safe(cell) for cell in (each.reply.name, each.status.value, str(each.count), first, each.reply.text)])
    write_atomically(path, "\ufeff" + lines.getvalue())


def _safe(cell: str) -> str:
    """A spreadsheet takes what begins like a formula for one; a reply must stay a text."""
    return "'" + cell if cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell
