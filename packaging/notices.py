"""Writes THIRD-PARTY-NOTICES.md from what is installed: `python packaging/notices.py`, in the virtual environment."""

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
HEAD = """# Third-party notices

The Repair Loop Playground (MIT licence) is shipped together with the works below, each under its own licence.
This file is written by `packaging/notices.py`.

## Fonts and icons

Inter, JetBrains Mono, OpenDyslexic and BIZ UDGothic are under the SIL Open Font License 1.1; their licence texts lie beside them in
`resources/fonts/`. The icons are from Lucide (ISC licence, parts MIT); its licence lies in `resources/icons/lucide/LICENSE`.

## Qt

The program uses Qt 6 and PySide6 under the GNU Lesser General Public License, version 3. Qt's libraries lie as separate files in the
bundle's folder and may be replaced by your own build of the same version. Their source is offered by The Qt Company with each release.
The texts of the licence (LGPL 3, which refers to GPL 3) lie in `packaging/licences/`, and in the folder `licences` of the bundle.

## Python

The bundle contains the Python interpreter and its standard library, under the PSF License Agreement. Its executable is the boot loader
of PyInstaller (GPL 2 or later, with the exception that lets programs of any licence be built with it).

## System libraries

A bundle for Linux carries, unchanged and as separate files, those libraries of the system it was built on that Qt and Python load:
GLib, libsystemd, libgcrypt and libgpg-error (LGPL 2.1 or later); D-Bus (Academic Free License 2.1); the GCC runtime libraries (GPL 3 with the
runtime exception); OpenSSL (Apache 2.0); ICU (Unicode License); FreeType (FreeType License); Fontconfig, Expat, libffi, libX11, XCB, Xau, Xdmcp,
xkbcommon and Brotli (MIT and like it); libpng, zlib and bzip2 (their own licences, like BSD); libcap, libbsd, libmd, libuuid, LZ4, PCRE2 and
Zstandard (BSD); XZ and SQLite (public domain). A bundle for Windows or macOS carries OpenSSL, SQLite, libffi, XZ, bzip2 and zlib;
for Windows also pywin32-ctypes (BSD).
"""


def main() -> None:
    """Write the file."""
    parts = [HEAD, "## Python packages\n"]
    parts += [_describe(found) for found in _shipped()]
    (ROOT / "THIRD-PARTY-NOTICES.md").write_text("\n".join(parts), encoding="utf-8")


def _shipped() -> list[Distribution]:
    """Everything that the program's dependencies bring along on this system, in order of name."""
    wanted = [Requirement(line) for line in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]]
    found: dict[str, Distribution] = {}
    while wanted:
        requirement = wanted.pop()
        extras = requirement.extras or {""}
        if requirement.marker is not None and not any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        for line in found[name].requires or []:
            needed = Requirement(line)
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras):
                needed.marker = None
                wanted.append(needed)
    return [found[name] for name in sorted(found)]


def _describe(found: Distribution) -> str:
    about = found.metadata
    licence = (about.get_all("License-Expression") or about.get_all("License") or [""])[0]
    if not licence or "\n" in licence:
        classes = [line.rpartition("::")[2].strip() for line in about.get_all("Classifier") or [] if line.startswith("License")]
        licence = ", ".join(classes) or "see its text"
    texts = [
        Path(str(found.locate_file(path))).read_text("utf-8", errors="replace").strip()
        for path in found.files or []
        if re.search(r"(?i)(^|/)(licen[cs]e|copying|notice)[^/]*$", str(path)) and not str(path).endswith(".py")
    ]
    body = "\n\n".join(f"```text\n{text}\n```" for text in dict.fromkeys(texts))
    return f"### {about['Name']} {found.version}\n\n{licence}\n\n{body}\n"


if __name__ == "__main__":
    main()
