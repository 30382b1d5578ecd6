"""An action in a few words, as a button or a tip names it."""

from collections.abc import Callable, Mapping
from typing import Any

from binokel.engine import actions as act
from binokel.engine.actions import Action
from binokel.telling.scene import Scene


def describe(scene: Scene, action: Action) -> str:
    """Return an action of the seat in a few words, beginning small."""
    words = scene.words
    if isinstance(action, act.NameContract):
        return words.contract(action.contract, is_open=action.is_open, from_hand=action.from_hand)
    return words(f"tip.{action.__struct_config__.tag}", **shown_values(scene, action))


def shown_values(scene: Scene, action: Action) -> dict[str, Any]:
    """Return the fields of an action with cards, suits, melds and seats in words."""
    values = {name: getattr(action, name) for name in action.__struct_fields__}
    return {name: _SHOWN.get(name, _as_it_is)(scene, value) for name, value in values.items()}


def _as_it_is(_scene: Scene, value: Any) -> Any:
    return value


_SHOWN: Mapping[str, Callable[[Scene, Any], Any]] = {
    "card": lambda scene, card: scene.words.card(card),
    "suit": lambda scene, suit: scene.words.suit(suit),
    "melds": lambda scene, melds: scene.words.melds(melds),
    "seat": lambda scene, seat: scene.name(seat),
    "trick": lambda _scene, trick: trick + 1,
}
