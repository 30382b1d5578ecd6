"""The colours of the court figures: few and strong, and different from suit to suit."""

from web.faces.sprite import INK

RED, GREEN, BLUE, BROWN, OCHRE = "#b3261e", "#1f5b3a", "#284f86", "#70431f", "#cf8f2e"
GOLD, WHITE, STEEL, DARK = "#e8b13a", "#fffaf0", "#c3cdd2", "#3a2616"
GREY, BLOND, BLACK, PLUM = "#b9b4aa", "#dca63c", "#2c2a30", "#5f3a62"

COMMON = {
    "ink": INK,
    "skin": "#f0c9a0",
    "blush": "#dd8b68",
    "gold": GOLD,
    "white": WHITE,
    "steel": STEEL,
    "red": RED,
    "brown": BROWN,
    "leaf": "#3d7d45",
    "line": "#f0dfb8",
    "dark": DARK,
    "oak": "#a9642a",
    "glow": "#ffe08a",
    "sheen": "#77737f",
    "bloom": "#6f93c4",
    "shaft": OCHRE,
}


def _king(coat: str, robe: str, hair: str, throne: str, cushion: str) -> dict[str, str]:
    return {
        "coat": coat,
        "robe": robe,
        "hair": hair,
        "throne": throne,
        "throneline": GOLD,
        "cushion": cushion,
        "jewel": cushion,
    }


def _ober(coat: str, cloak: str, hat: str, plume: str, hair: str, hose: str) -> dict[str, str]:
    return {
        "coat": coat,
        "sleeve": coat,
        "cloak": cloak,
        "hat": hat,
        "plume": plume,
        "hair": hair,
        "hose": hose,
        "boot": DARK,
        "belt": DARK,
        "vest": WHITE,
        "cuff": WHITE,
    }


def _unter(coat: str, hose1: str, hose2: str, cap: str, trim: str, hair: str) -> dict[str, str]:
    return {
        "coat": coat,
        "sleeve": coat,
        "hose1": hose1,
        "hose2": hose2,
        "cap": cap,
        "trim": trim,
        "hair": hair,
        "shoe": DARK,
        "belt": DARK,
        "lip": RED,
        "drum": RED,
    }


def _dame(gown: str, apron: str, trim: str, hat: str, hair: str) -> dict[str, str]:
    return {"gown": gown, "apron": apron, "trim": trim, "hat": hat, "hair": hair}


BEASTS = {"E": BROWN, "S": "#8a5a2c", "H": "#b3261e", "B": "#c9a06a"}
LOOKS = {
    "king": {
        "E": _king(BROWN, GREEN, BROWN, GREEN, RED),
        "S": _king(GREEN, OCHRE, BLACK, BROWN, RED),
        "H": _king(RED, BLUE, BLOND, BROWN, GREEN),
        "B": _king(BLUE, RED, WHITE, BROWN, GREEN),
    },
    "ober": {
        "E": _ober(BROWN, GREEN, GREEN, RED, BROWN, OCHRE),
        "S": _ober(GREEN, RED, DARK, WHITE, BLACK, WHITE),
        "H": _ober(RED, BLUE, BLUE, WHITE, BLOND, WHITE),
        "B": _ober(BLUE, OCHRE, RED, GOLD, GREY, RED),
    },
    "unter": {
        "E": _unter(OCHRE, BROWN, GREEN, GREEN, RED, BROWN),
        "S": _unter(GREEN, OCHRE, WHITE, OCHRE, RED, BLACK),
        "H": _unter(RED, BLUE, WHITE, BLUE, GOLD, BLOND),
        "B": _unter(BLUE, RED, GOLD, RED, GOLD, BROWN),
    },
    "koenig": {
        "E": _king(PLUM, GREEN, BROWN, BROWN, RED),
        "S": _king(GREEN, OCHRE, BLACK, BROWN, RED),
        "H": _king(RED, BLUE, BLOND, BROWN, GREEN),
        "B": _king(BLUE, RED, WHITE, BROWN, GREEN),
    },
    "dame": {
        "E": _dame(PLUM, WHITE, GOLD, RED, BROWN),
        "S": _dame(GREEN, OCHRE, GOLD, RED, BLACK),
        "H": _dame(RED, WHITE, GOLD, BLUE, BLOND),
        "B": _dame(BLUE, GOLD, RED, RED, GREY),
    },
    "bube": {
        "E": _unter(BLUE, RED, WHITE, RED, GOLD, BROWN),
        "S": _unter(GREEN, OCHRE, WHITE, RED, WHITE, BLACK),
        "H": _unter(RED, BLUE, GOLD, BLUE, GOLD, BLOND),
        "B": _unter(OCHRE, BLUE, WHITE, BLUE, RED, GREY),
    },
}
