"""The pages of all failures are what the code says."""

from playground.endpoints.failures import Kind
from playground.words.language import Language
from tests.packaging.scripts import load


def test_each_page_is_fresh_and_names_every_kind() -> None:
    table = load("failure_table")
    for language in Language:
        page = table.page(language)
        assert table.path_of(language).read_text("utf-8") == page
        assert [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")] == [kind.value for kind in Kind]
    assert table.main(["--check"]) == 0
