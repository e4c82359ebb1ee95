"""Where the program's data files lie: in a checkout, in a wheel and in a frozen folder alike."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_resources"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / "resources"


def resource(*parts: str) -> Path:
    """The path of a bundled file or folder, such as `resource("themes", "themes.json")`; it may not exist."""
    return _ROOT.joinpath(*parts)
