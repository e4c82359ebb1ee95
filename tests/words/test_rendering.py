import pytest

from playground.words.language import Language
from playground.words.rendering import Audience, render
from playground.words.text import Field, Listing, Parameter, Percent, Text, Value, text

EN, FR, JA, PL = Language


def say(parameter: Parameter, language: Language, audience: Audience = Audience.PERSON) -> str:
    """One parameter alone, by way of a sentence that is nothing but its placeholder."""
    return render(text("words.place.name.subject", name=parameter), language, audience)


@pytest.mark.parametrize(
    ("language", "person"),
    [(EN, "“peut-être”"), (FR, "«\u00a0peut-être\u00a0»"), (JA, "「peut-être」"), (PL, "„peut-être”")],
)
def test_a_string_stands_in_the_languages_marks_for_people_and_is_json_for_models(language: Language, person: str) -> None:
    value = Value('"peut-\\u00eatre"')
    assert say(value, language) == person
    assert say(value, language, Audience.MODEL) == '"peut-être"'


@pytest.mark.parametrize(
    ("json_text", "person", "model"),
    [
        ("null", "null", "null"),
        ("true", "true", "true"),
        ("1e400", "1e400", "1e400"),
        ("9007199254740993", "9007199254740993", "9007199254740993"),
        ('{"a": ["\\u306f"]}', '{"a": ["は"]}', '{"a": ["は"]}'),
        ('"a\\nb"', r"“a\nb”", r'"a\nb"'),
        ('"\\ud800"', r"“\ud800”", r'"\ud800"'),
        ('"\u202eevil"', r"“\u202eevil”", r'"\u202eevil"'),
        ('"say \\"hi\\""', '“say "hi"”', r'"say \"hi\""'),
        ("{\n}", "{ }", "{ }"),
        ('"broken', '"broken', '"broken'),
        ('"a" "b"', '"a" "b"', '"a" "b"'),
    ],
)
def test_json_terms_are_the_same_in_every_language(json_text: str, person: str, model: str) -> None:
    assert say(Value(json_text), EN) == person
    assert say(Value(json_text), EN, Audience.MODEL) == model


def test_long_values_are_shortened_and_stay_json_for_models() -> None:
    long = Value('"' + "x" * 500 + '"')
    assert say(long, EN) == "“" + "x" * 79 + "…”"
    assert say(long, EN, Audience.MODEL) == '"' + "x" * 399 + '…"'
    assert say(Value("1" * 500), EN) == "1" * 79 + "…"


@pytest.mark.parametrize(
    ("pointer", "words", "path"),
    [
        ("", ("the answer", "la réponse", "答え", "odpowiedź"), "the answer"),
        ("/currency", ("currency", "currency", "currency", "currency"), "currency"),
        ("/réponse", ("réponse", "réponse", "réponse", "réponse"), "réponse"),
        ("/tags/2", ("item 3 of tags", "l’élément 3 de tags", "tagsの3番目の項目", "element 3 listy tags"), "tags[2]"),
        ("/0", ("item 1", "l’élément 1", "1番目の項目", "element 1"), "[0]"),
        ("/0/1", ("item 2 of item 1", "l’élément 2 de l’élément 1", "1番目の項目の2番目の項目", "element 2 elementu 1"), "[0][1]"),
        ("/a/b", ("b in a", "b dans a", "aのb", "b w polu a"), "a.b"),
        ("/0/b", ("b in item 1", "b dans l’élément 1", "1番目の項目のb", "b w elemencie 1"), "[0].b"),
        ("/a b", ("“a b”", "«\u00a0a b\u00a0»", "「a b」", "„a b”"), '["a b"]'),
        ("/a~1b", ("“a/b”", "«\u00a0a/b\u00a0»", "「a/b」", "„a/b”"), '["a/b"]'),
        ("/", ("“”", "«\u00a0\u00a0»", "「」", "„”"), '[""]'),
        (
            "/a/0/b/1/c",
            (
                "c in item 2 of b in item 1 of a",
                "c dans l’élément 2 de b dans l’élément 1 de a",
                "aの1番目の項目のbの2番目の項目のc",
                "c w elemencie 2 listy b w elemencie 1 listy a",
            ),
            "a[0].b[1].c",
        ),
    ],
)
def test_a_place_is_a_name_for_people_and_a_path_for_models(pointer: str, words: tuple[str, ...], path: str) -> None:
    assert tuple(say(Field(pointer), language) for language in Language) == words
    assert say(Field(pointer), EN, Audience.MODEL) == path


@pytest.mark.parametrize(
    ("items", "joined_by", "words"),
    [
        ((), "or", ("", "", "", "")),
        (("a",), "or", ("a", "a", "a", "a")),
        (("a", "b"), "or", ("a or b", "a ou b", "aまたはb", "a lub b")),
        (("a", "b"), "and", ("a and b", "a et b", "aとb", "a i b")),
        (("a", "b", "c"), "or", ("a, b or c", "a, b ou c", "a、b、またはc", "a, b lub c")),
        (("a", "b", "c"), "and", ("a, b and c", "a, b et c", "a、b、c", "a, b i c")),
    ],
)
def test_a_listing_is_joined_by_the_languages_own_word(items: tuple[str, ...], joined_by: str, words: tuple[str, ...]) -> None:
    listing = Listing(items, "or" if joined_by == "or" else "and")
    assert tuple(say(listing, language) for language in Language) == words


def test_a_long_listing_says_how_many_more_there_are() -> None:
    listing = Listing(tuple(f"v{number}" for number in range(62)), "or")
    assert say(listing, EN).endswith("v58, v59 and 2 more")
    assert say(listing, PL).endswith("v58, v59 i 2 inne")
    assert say(listing, EN, Audience.MODEL).endswith("v58, v59 and 2 more")


@pytest.mark.parametrize(("count", "words"), [(1, "1 inny"), (2, "2 inne"), (5, "5 innych"), (12, "12 innych"), (22, "22 inne")])
def test_polish_has_three_plural_forms(count: int, words: str) -> None:
    assert render(text("words.list.more", count=count), PL) == words


@pytest.mark.parametrize(("count", "words"), [(0, "0 autre"), (1, "1 autre"), (2, "2 autres")])
def test_french_counts_nought_as_one(count: int, words: str) -> None:
    assert render(text("words.list.more", count=count), FR) == words


@pytest.mark.parametrize(
    ("number", "words", "model"),
    [
        (7, ("7", "7", "7", "7"), "7"),
        (12345, ("12,345", "12\u202f345", "12,345", "12\u00a0345"), "12345"),
        (0.5, ("0.5", "0,5", "0.5", "0,5"), "0.5"),
        (True, ("true", "true", "true", "true"), "true"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(number: float, words: tuple[str, ...], model: str) -> None:
    assert tuple(say(number, language) for language in Language) == words
    assert say(number, FR, Audience.MODEL) == model


def test_a_sentence_can_stand_inside_a_sentence() -> None:
    assert say(text("words.place.answer"), FR) == "la réponse"


@pytest.mark.parametrize("id", ["words.no_such_sentence", "nowhere.at_all", "../../etc.passwd", ""])
def test_an_unknown_sentence_shows_as_its_id(id: str) -> None:
    assert render(Text(id), FR) == id


def test_a_missing_parameter_leaves_its_placeholder() -> None:
    assert render(text("words.quoted"), EN) == "“{value}”"


def test_braces_in_what_is_filled_in_are_not_filled_again() -> None:
    assert render(text("words.list.pair_or", first="{last}", last="b"), EN) == "{last} or b"


@pytest.mark.parametrize(
    ("language", "words"),
    [(Language.ENGLISH, "30%"), (Language.FRENCH, "30\u00a0%"), (Language.JAPANESE, "30%"), (Language.POLISH, "30%")],
)
def test_a_share_is_written_in_per_cent(language: Language, words: str) -> None:
    assert render(text("words.quoted", value=Percent(0.304)), language).strip("“”«»„「」\u00a0 ").strip() == words.strip()
