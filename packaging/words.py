"""Compiles the catalogues of words, or checks them: `python packaging/words.py compile` and `python packaging/words.py check`.

Needs Babel. The compiled .mo files are kept beside their .po files, so that the program itself reads them without it.
"""

import gettext
import io
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "words"
LANGUAGES = ("en", "fr", "ja", "pl")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)  # Babel writes dates into the head; a fixed one keeps compiled files equal


def read_catalogue(path: Path) -> Catalog:
    """One .po file; raises PoFileError with the line that is wrong."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = _LONG_AGO
    return catalogue


def compile_catalogue(path: Path) -> bytes:
    """The .mo file of a .po file."""
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(path))
    return compiled.getvalue()


def find_problems(folder: Path = FOLDER) -> list[str]:
    """Everything that is wrong with the catalogues, in sentences; empty when all is well."""
    problems: list[str] = []
    for domain in sorted(path for path in folder.iterdir() if path.is_dir()):
        paths = {language: domain / f"{language}.po" for language in LANGUAGES}
        absent = [f"{path} is missing." for path in paths.values() if not path.is_file()]
        if absent:
            problems += absent
            continue
        try:
            catalogues = {language: read_catalogue(path) for language, path in paths.items()}
        except PoFileError as error:
            problems.append(f"words/{domain.name} cannot be read: {error}.")
            continue
        for path in paths.values():
            problems += _find_stale(path)
        for language, catalogue in catalogues.items():
            problems += _find_differences(domain.name, language, catalogue, catalogues["en"])
    return problems


def _find_stale(path: Path) -> list[str]:
    compiled = path.with_suffix(".mo")
    if compiled.is_file() and _sentences(compiled.read_bytes()) == _sentences(compile_catalogue(path)):
        return []
    return [f"{compiled} is not the compiled form of {path.name}: run `python packaging/words.py compile`."]


def _sentences(compiled: bytes) -> dict[object, str]:
    catalogue = dict(gettext.GNUTranslations(io.BytesIO(compiled))._catalog)  # type: ignore[attr-defined] # noqa: SLF001 - no public way to list them
    catalogue.pop("", None)  # the head names Babel's version
    return catalogue


def _find_differences(domain: str, language: str, catalogue: Catalog, english: Catalog) -> list[str]:
    where = f"words/{domain}/{language}.po"
    ours, theirs = _wordings(catalogue), _wordings(english)
    problems = [f"{where} lacks {id}." for id in sorted(theirs.keys() - ours.keys())]
    problems += [f"{where} has {id}, which en.po lacks." for id in sorted(ours.keys() - theirs.keys())]
    for id, forms in sorted(ours.items()):
        if not id.startswith(f"{domain}."):
            problems.append(f"{where}: {id} does not begin with {domain}.")
        if not all(forms):
            problems.append(f"{where}: {id} has no wording, or one of its plural forms has none.")
        expected = {name for form in theirs.get(id, ()) for name in _PLACEHOLDER.findall(form)} - {"count"}
        for form in forms:
            if id in theirs and set(_PLACEHOLDER.findall(form)) - {"count"} != expected:
                problems.append(f"{where}: {id} fills in other placeholders than en.po: {form}")
    return problems


def _wordings(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    wordings: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        id = message.id if isinstance(message.id, str) else message.id[0]
        if id:
            string = message.string or ""
            wordings[id] = (string,) if isinstance(string, str) else tuple(string)
    return wordings


def main(arguments: list[str]) -> int:
    """`compile` writes every .mo file; `check` prints what is wrong and returns 1 if anything is."""
    match arguments:
        case ["compile"]:
            for path in sorted(FOLDER.glob("*/*.po")):
                path.with_suffix(".mo").write_bytes(compile_catalogue(path))
            return 0
        case ["check"]:
            problems = find_problems()
            print(*problems, sep="\n", end="\n" if problems else "")
            return 1 if problems else 0
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
