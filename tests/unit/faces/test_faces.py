"""The sprite files are whole, small, closed in themselves, and what their generator draws."""

import gzip
import re
from itertools import permutations
from xml.etree import ElementTree as ET

import pytest

from web.faces import french, large, wuerttemberg
from web.faces.files import FOLDER, face_files
from web.faces.sprite import HEIGHT, PAPER, Suit

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("wuerttemberg.svg", "french.svg", "large.svg")
CARDS = {suit + rank for suit in "ESHB" for rank in "AZKOU7"}
OTHERS = {"back", "suit-E", "suit-S", "suit-H", "suit-B"}
BAR = 60 * 1024
INDEX_MARK = 0.42
DRAWN = {"svg", "defs", "symbol", "g", "path", "rect", "circle", "ellipse", "use", "clipPath"}


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def tree_of(name: str) -> ET.Element:
    return ET.fromstring(text_of(name))


def symbols_of(name: str) -> dict[str, ET.Element]:
    return {symbol.attrib["id"]: symbol for symbol in tree_of(name).findall(f"{SVG}symbol")}


def references(element: ET.Element) -> set[str]:
    """Return the ids that a drawing points at."""
    text = ET.tostring(element, encoding="unicode")
    return {*re.findall(r'href="#([^"]+)"', text), *re.findall(r"url\(#([^)]+)\)", text)}


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_what_the_generator_draws(name: str) -> None:
    assert text_of(name) == face_files()[name], "run python -m web.faces"


@pytest.mark.parametrize("name", NAMES)
def test_a_face_set_has_every_card_the_back_and_the_suit_marks(name: str) -> None:
    assert set(symbols_of(name)) >= CARDS | OTHERS


def test_the_french_letters_of_a_language_are_symbols_of_their_own() -> None:
    ranks = ("EO-en", "EU-en", "EK-fr", "EU-fr")
    variants = {suit + rank[1:] for suit in "ESHB" for rank in ranks}
    assert set(symbols_of("french.svg")) == CARDS | OTHERS | variants


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_of_a_face_set_are_all_different(name: str) -> None:
    pictures = [ET.tostring(symbol)[len(key) :] for key, symbol in symbols_of(name).items()]
    bodies = [re.sub(rb'id="[^"]*"', b"", picture) for picture in pictures]
    assert len(set(bodies)) == len(bodies)


@pytest.mark.parametrize("name", NAMES)
def test_no_id_stands_twice(name: str) -> None:
    ids = [element.attrib["id"] for element in tree_of(name).iter() if "id" in element.attrib]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_needs_nothing_but_shapes_of_defs(name: str) -> None:
    defs = tree_of(name).find(f"{SVG}defs")
    assert defs is not None
    shapes = {element.attrib["id"]: element for element in defs}
    wanted = {ref for symbol in symbols_of(name).values() for ref in references(symbol)}
    wanted |= {ref for shape in shapes.values() for ref in references(shape)}
    assert wanted == set(shapes), "every shape is used, every used shape is there"


@pytest.mark.parametrize("name", NAMES)
def test_a_file_holds_shapes_only(name: str) -> None:
    tags = {element.tag.removeprefix(SVG) for element in tree_of(name).iter()}
    assert tags <= DRAWN
    assert re.findall(r"[a-z]+://\S+", text_of(name)) == ['http://www.w3.org/2000/svg"']
    assert re.search(r"style=|\bon[a-z]+=|font|data:|\$", text_of(name)) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_face_set_is_small_on_the_wire(name: str) -> None:
    assert len(gzip.compress(text_of(name).encode(), mtime=0)) <= BAR


@pytest.mark.parametrize("name", NAMES)
def test_the_licence_stands_in_the_file(name: str) -> None:
    assert "MIT licence" in text_of(name).partition("<defs>")[0]


def height_of_the_mark(symbol: ET.Element, suit: str) -> float:
    """Return how far down the large mark of a court card lies; its small ones are in the index."""
    places = (
        re.fullmatch(r"translate\([\d.]+ ([\d.]+)\)scale\(([\d.]+)\)", use.attrib["transform"])
        for use in symbol.iter(f"{SVG}use")
        if use.attrib["href"] == f"#m{suit}"
    )
    large = {float(place[1]) for place in places if place and float(place[2]) > INDEX_MARK}
    assert len(large) == 1
    return large.pop()


@pytest.mark.parametrize("suit", "ESHB")
def test_an_ober_has_its_mark_at_the_top_an_unter_at_the_bottom_a_king_between(suit: str) -> None:
    cards = symbols_of("wuerttemberg.svg")
    ober, king, unter = (height_of_the_mark(cards[suit + rank], suit) for rank in "OKU")
    assert ober < 0.2 * HEIGHT < 0.4 * HEIGHT < king < 0.6 * HEIGHT < 0.8 * HEIGHT < unter


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        *(("wuerttemberg.svg", f'symbol id="{{}}{rank}"') for rank in "AKOU"),
        *(("french.svg", f'g id="f{{}}{rank}"') for rank in "KOU"),
    ],
)
def test_the_four_figures_of_a_rank_differ_in_shape_not_only_in_colour(
    name: str, shape: str
) -> None:
    lines = text_of(name).splitlines()
    sources = [next(x for x in lines if x.startswith(f"<{shape.format(suit)}")) for suit in "ESHB"]
    paths = [set(re.findall(r' d="([^"]+)"', source)) for source in sources]
    assert all(len(one - other) >= 3 for one, other in permutations(paths, 2))


@pytest.mark.parametrize(
    ("suit", "paper"),
    [
        *((suit, PAPER) for suit in (*wuerttemberg.SUITS, *french.SUITS)),
        *((suit, large.WHITE) for suit in large.SUITS),
    ],
    ids=lambda value: value if isinstance(value, str) else value.letter + value.colour,
)
def test_the_index_stands_out_from_the_paper(suit: Suit, paper: str) -> None:
    assert contrast(suit.colour, paper) >= 4.5


def test_the_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
