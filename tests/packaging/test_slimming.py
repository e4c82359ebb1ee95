import pytest

from tests.packaging.scripts import load

slimming = load("slimming")


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/QtWidgets.abi3.so",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6\\plugins\\imageformats\\qico.dll",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        "PySide6/Qt/translations/qtbase_ja.qm",
        "babel/locale-data/pl_PL.dat",
        "babel/global.dat",
        "resources/words/cli/pl.mo",
        "libfontconfig.so.1",
    ],
)
def test_what_the_program_uses_stays(name: str) -> None:
    assert slimming.is_wanted(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/QtNetwork.abi3.so",
        "PySide6/Qt/lib/libQt6Qml.so.6",
        "PySide6\\Qt6Quick.dll",
        "PySide6\\Qt6Network.dll",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6\\plugins\\tls\\qopensslbackend.dll",
        "PySide6/Qt/plugins/imageformats/libqjpeg.so",
        "PySide6\\plugins\\imageformats\\qtiff.dll",
        "PySide6/Qt/translations/qtbase_de.qm",
        "babel/locale-data/de.dat",
        "babel/locale-data/fr_CA.dat",
    ],
)
def test_what_it_does_not_use_goes(name: str) -> None:
    assert not slimming.is_wanted(name)


def test_a_library_goes_with_the_last_file_that_needs_it() -> None:
    files = [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/qt/libqxcb.so"),
        ("_cffi_backend.cpython-311-x86_64-linux-gnu.so", "/python/_cffi_backend.so"),
        ("libpython3.11.so.1.0", "/usr/lib/libpython3.11.so.1.0"),
        ("libX11.so.6", "/usr/lib/libX11.so.6"),
        ("libffi.so.8", "/usr/lib/libffi.so.8"),
        ("libgtk-3.so.0", "/usr/lib/libgtk-3.so.0"),
        ("libpango-1.0.so.0", "/usr/lib/libpango-1.0.so.0"),
    ]
    needs = {
        "/qt/libqxcb.so": ["libX11.so.6", "libc.so.6"],
        "/python/_cffi_backend.so": ["libffi.so.8"],
        "/usr/lib/libpython3.11.so.1.0": ["libc.so.6"],
        "/usr/lib/libgtk-3.so.0": ["libpango-1.0.so.0", "libX11.so.6"],
    }
    assert slimming.find_orphans(files, lambda source: needs[source]) == {"libgtk-3.so.0", "libpango-1.0.so.0"}
