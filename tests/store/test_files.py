"""Writing whole or not at all, reading what people's editors write, and the program's own folders."""

import errno
import os
import stat
from pathlib import Path

import pytest

from playground.store.atomic import set_aside, write_atomically
from playground.store.file_problems import FileProblem, problem_of
from playground.store.folders import find_folders, make_folder
from playground.store.text_files import decode_text, read_text

posix_only = pytest.mark.skipif(os.name == "nt", reason="permissions are another matter on Windows")


def test_a_new_file_and_a_changed_one(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, "one\nはい")
    assert file.read_bytes() == "one\nはい".encode()
    write_atomically(file, "two")
    assert file.read_text(encoding="utf-8") == "two"
    assert list(tmp_path.iterdir()) == [file]


@posix_only
def test_permissions_stay_and_private_is_private(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, "one")
    file.chmod(0o640)
    write_atomically(file, "two")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    write_atomically(file, "three", private=True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@posix_only
def test_a_link_goes_on_pointing(tmp_path: Path) -> None:
    file = tmp_path / "real.json"
    file.write_text("one", encoding="utf-8")
    link = tmp_path / "link.json"
    link.symlink_to(file)
    write_atomically(link, "two")
    assert (link.is_symlink(), file.read_text(encoding="utf-8")) == (True, "two")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "\ud800")
    assert ([path.name for path in tmp_path.iterdir()], file.read_text(encoding="utf-8")) == (["a.json"], "old")


@pytest.mark.parametrize(
    ("name", "sentence"), [("missing/a.json", "store.not_there"), ("x" * 300, "store.name_too_long"), ("folder", "store.is_folder")]
)
def test_what_stops_a_write_is_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    if name.startswith("x") and os.name == "nt":
        sentence = "store.not_there"
    with pytest.raises(FileProblem) as caught:
        write_atomically(tmp_path / name, "a")
    assert caught.value.text.id == sentence


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_a_sentence() -> None:
    file = Path("/dev/full")
    with pytest.raises(OSError, match="No space") as caught:
        file.write_text("a", encoding="utf-8")
    assert problem_of(caught.value, file).text.id == "store.disk_full"


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "store.no_permission"),
        (errno.EPERM, "store.no_permission"),
        (errno.EROFS, "store.read_only"),
        (errno.EIO, "store.other_trouble"),
    ],
)
def test_other_troubles(number: int, sentence: str) -> None:
    assert problem_of(OSError(number, os.strerror(number)), Path("a")).text.id == sentence


def test_damaged_files_get_names_of_their_own(tmp_path: Path) -> None:
    names = set()
    for number in range(3):
        file = tmp_path / "settings.json"
        file.write_text(str(number), encoding="utf-8")
        aside = set_aside(file)
        names.add(aside.name)
        assert aside.read_text(encoding="utf-8") == str(number)
    assert len(names) == 3


TEXT = '{"a": "はい",\r\n "b": "é😀"}'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_what_editors_write_is_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(TEXT.encode(encoding))
    assert read_text(file) == TEXT


def test_big_endian_is_read_by_its_mark() -> None:
    assert decode_text(b"\xfe\xff" + TEXT.encode("utf-16-be"), "reply") == TEXT


@pytest.mark.parametrize("content", [b"\xff", b"caf\xe9", b"\xff\xfeabc", b"\xef\xbb\xbf\xff"])
def test_what_is_no_text_is_a_sentence(content: bytes) -> None:
    with pytest.raises(FileProblem) as caught:
        decode_text(content, "reply.txt")
    assert (caught.value.text.id, dict(caught.value.text.parameters)["file"]) == ("store.not_text", "reply.txt")


def test_names_that_cannot_be_names(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", Path("a\0b")):
        with pytest.raises(FileProblem):
            read_text(path)


def test_one_variable_moves_everything(tmp_path: Path) -> None:
    folders = find_folders({"PLAYGROUND_HOME": str(tmp_path / "home")})
    for path in (folders.settings, folders.history, folders.unsaved):
        assert path.is_relative_to(tmp_path / "home")
    assert not (tmp_path / "home").exists()
    usual = find_folders({})
    assert usual.settings.is_absolute()
    assert usual.history.is_absolute()
    assert "repair-loop-playground" in str(usual.data)


@posix_only
def test_a_folder_is_private(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(FileProblem):
        make_folder(tmp_path / "file" / "c")
