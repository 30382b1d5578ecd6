"""What a player would do in the person's place, why, and what else it has weighed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from binokel.cards.card import Card, Suit
from binokel.engine.actions import Action, BuryCard, Cut, DeclareMelds, NameContract, TakeBack
from binokel.engine.choices import Melds
from binokel.locales import has_text, text
from binokel.players.base import Alternative, Decision, Fact
from binokel.rules.melds import Meld
from binokel.telling.describe import describe, shown_values
from binokel.telling.melds import total
from binokel.telling.scene import Scene
from binokel.telling.words import large

MOST_REASONS = 3
MOST_WEIGHED = 5
MOST_CARDS = 12
"""More cards than any set buries: burying ends."""


_ASIDE = "search_not_here"
"""What is about the player, not about the cards: told last, but always."""


class Weighed(NamedTuple):
    """An alternative in words: what, what it is worth, and how it is believed to go ("" none)."""

    action: Action
    text: str
    value: str
    chance: str
    is_advised: bool


class Advice(NamedTuple):
    """What to do: one action, or several cards to bury; `meaning` explains the values."""

    actions: tuple[Action, ...]
    text: str
    reasons: tuple[str, ...]
    weighed: tuple[Weighed, ...]
    meaning: str


def _meaning(scene: Scene, decision: Decision) -> str:
    """Return what the values are, and whether the largest was passed over."""
    if not decision.alternatives:
        return ""
    said = [scene.words(f"advice.meaning.{decision.unit}")]
    if any(_tells_chance(decision, other) for other in decision.alternatives):
        said.append(_of_chance(scene, "advice.meaning.chance"))
    most = decision.alternatives[0].value
    less = [other.action for other in decision.alternatives if other.interval[1] < most]
    if decision.action in less:
        said.append(scene.words("advice.not_most"))
    return " ".join(said)


def _tells_chance(decision: Decision, other: Alternative) -> bool:
    """Tell whether the chance says more than the value."""
    return other.chance is not None and decision.unit != "percent"


def _of_chance(scene: Scene, key: str, **values: object) -> str:
    """Return words about a chance: that a bid is made, or the others' missed."""
    deal, side_of = scene.view.deal, scene.view.rules.side_of
    declarer = deal.declarer
    if declarer is None or deal.seat is None or side_of[declarer] == side_of[deal.seat]:
        return scene.words(key, **values)
    return scene.words(f"{key}.against", declarer=scene.name(declarer), **values)


def goes_on(decisions: Sequence[Decision]) -> bool:
    """Tell whether the player is to be asked for more: cards are buried one by one."""
    return _moves_a_card(decisions[-1].action) and len(decisions) < MOST_CARDS


def actions_of(decisions: Sequence[Decision]) -> tuple[Action, ...]:
    """Return what was decided, without what ends the burying.

    Whoever has buried looks at it once more before that.
    """
    first, *more = [decision.action for decision in decisions]
    return (first, *(action for action in more if _moves_a_card(action)))


def _moves_a_card(action: Action) -> bool:
    return isinstance(action, BuryCard | TakeBack)


def advice(scene: Scene, decisions: Sequence[Decision]) -> Advice:
    """Return decisions of one moment as a person is told them."""
    first, actions = decisions[0], actions_of(decisions)
    weighed = tuple(_weighed(scene, first, other, actions) for other in _best(first))
    return Advice(
        actions=actions,
        text=what_to_do(scene, actions),
        reasons=reasons(scene, first.facts),
        weighed=weighed,
        meaning=_meaning(scene, first),
    )


def what_to_do(scene: Scene, actions: Sequence[Action]) -> str:
    """Return actions as one says them to a person who is to do them."""
    buried = [action.card for action in actions if isinstance(action, BuryCard) and action.card]
    said = [_told(scene, action) for action in actions if not isinstance(action, BuryCard)]
    if buried:
        said.append(scene.words("advice.bury", cards=scene.words.names(buried)))
    return " ".join(said)


def _told(scene: Scene, action: Action) -> str:
    words = scene.words
    match action:
        case DeclareMelds(melds=()):
            return words("advice.meld_none" if _is_best(scene, ()) else "advice.meld_nothing")
        case DeclareMelds(melds):
            points = words.count("points", total(melds))
            key = "advice.meld_all" if _is_best(scene, melds) else "advice.meld"
            return words(key, melds=words.melds(melds), points=points)
        case Cut(n):
            return words("advice.cut", cards=words.count("cards", n))
        case NameContract():
            return words("advice.contract", what=large(describe(scene, action)))
    return words(f"advice.{action.__struct_config__.tag}", **shown_values(scene, action))


def _is_best(scene: Scene, melds: Sequence[Meld]) -> bool:
    choices = scene.view.deal.choices
    return any(isinstance(choice, Melds) and choice.best == melds for choice in choices)


def reasons(scene: Scene, facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return the facts that count most as sentences; one without a text is left out."""
    told = [fact for fact in facts if has_text(f"fact.{fact.code}", scene.words.lang)]
    aside = [fact for fact in told if fact.code == _ASIDE]
    cards = [fact for fact in told if fact.code != _ASIDE]
    most = MOST_REASONS - len(aside)
    return tuple(tell_fact(scene, fact) for fact in (*cards[:most], *aside))


def tell_fact(scene: Scene, fact: Fact) -> str:
    """Return a fact as a sentence, with names for seats, suits and cards."""
    known = {**fact.values, **_compared(fact)}
    values = {name: _KINDS.get(name, _plain)(scene, value) for name, value in known.items()}
    return text(_key(fact.code, known, scene.words.lang), scene.words.lang, **values)


def _compared(fact: Fact) -> dict[str, Any]:
    """Return by how many points one choice is better: alone, both values say little."""
    one, other = _COMPARED.get(fact.code, ("", ""))
    if not {one, other} <= fact.values.keys():
        return {}
    return {"points": fact.values[one] - fact.values[other]}


def _key(code: str, values: Mapping[str, Any], lang: str) -> str:
    """Return the text's key for a kind of a fact, and for a number like 0 or 1."""
    key = f"fact.{code}"
    own = f"{key}.{values.get('how', values.get('why'))}"
    key = own if has_text(own, lang) else key
    numbered = [f"{key}.{name}_{value}" for name, value in values.items()]
    return next((one for one in numbered if has_text(one, lang)), key)


_COMPARED = {
    "play_better": ("play", "weg"),
    "weg_better": ("weg", "play"),
    "concede_cheaper": ("concede", "play"),
}
"""Which value of a fact is better than which; the text tells the difference as `points`."""


def _plain(scene: Scene, value: Any) -> Any:
    if isinstance(value, float):
        value = round(value)
    return scene.words.points(value) if type(value) is int else value


def _seat(scene: Scene, seat: int) -> str:
    return scene.name(seat)


def _suit(scene: Scene, letter: str) -> str:
    return scene.words.suit_name(Suit(letter))


_KINDS: Mapping[str, Callable[[Scene, Any], Any]] = {
    "seat": _seat,
    "partner": _seat,
    "declarer": _seat,
    "suit": _suit,
    "trump": _suit,
    "card": lambda scene, card: scene.words.card(Card(card)),
    "cards": lambda scene, cards: scene.words.names(map(Card, cards)),
}
"""How the values of a fact are told, by their names; see `binokel.players.base.Fact`."""


def _best(decision: Decision) -> tuple[Alternative, ...]:
    """Return the best alternatives; what is advised is among them, if it has a value."""
    best, rest = decision.alternatives[:MOST_WEIGHED], decision.alternatives[MOST_WEIGHED:]
    advised = [other for other in rest if other.action == decision.action]
    return (*best[: MOST_WEIGHED - 1], *advised) if advised else best


def _weighed(
    scene: Scene, decision: Decision, other: Alternative, actions: Sequence[Action]
) -> Weighed:
    words = scene.words
    low, high = other.interval
    value = round(other.value)
    is_points = decision.unit in ("points", "standing")
    signed = f"+{value}" if is_points and value > 0 else words.points(value)
    told = words(f"advice.value.{decision.unit}", value=signed, margin=round((high - low) / 2))
    chance = ""
    if other.chance is not None and _tells_chance(decision, other):
        chance = _of_chance(scene, "advice.chance", percent=round(100 * other.chance))
    what = large(describe(scene, other.action))
    is_advised = other.action == actions[0]
    if isinstance(actions[0], BuryCard) and not isinstance(other.action, BuryCard):
        is_advised = other == decision.alternatives[0]  # what the cards are buried for
    return Weighed(other.action, what, told, chance, is_advised)
