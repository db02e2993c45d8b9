"""The pages of rules: which sections each game's page has, and the numbers in their sentences.

No number of a rule stands in a text: each is taken from the game's spec, so that it is stated once.
"""

from __future__ import annotations

from typing import NamedTuple

from game.engine.cards import PACK_SIZE
from game.engine.deals import LETTERS, Code
from game.engine.games import GAMES
from game.engine.spec import GameSpec
from game.text.catalogue import Catalogue

_ALL = ("goal", "layout", "moves", "spaces", "foundations")
_END = ("hand", "score", "undo", "auto")
#: The sections of each game's page, from the top. A text's key is ``rules.<game>.<section>``, its heading's
#: ``rules.<section>``.
PAGES: dict[str, tuple[str, ...]] = {
    "RU": (*_ALL, "variants", *_END),
    "KL": (*_ALL, "stock", "variants", *_END),
    "ER": (*_ALL, "stock", "finish", "secret", *_END),
    "EA": (*_ALL, "stock", *_END),
}
#: The page of questions about deal codes: ``faq.<name>`` and ``faq.<name>.answer``.
QUESTIONS = ("what", "parts", "same", "anywhere", "typed", "eram", "winnable")


class Section(NamedTuple):
    """A heading and its paragraph."""

    heading: str
    paragraph: str


def numbers(text: Catalogue, spec: GameSpec) -> dict[str, object]:
    """The values of the placeholders in a game's texts; those of the game's other variant end in ``_other``."""
    hidden = sum(down for down, _ in spec.columns)
    laid = sum(down + up for down, up in spec.columns)
    scoring = spec.scoring
    other = _other(spec)
    return {
        "cards": PACK_SIZE,
        "columns": len(spec.columns),
        "hidden": hidden,
        "open": laid - hidden,
        "stock": PACK_SIZE - laid,
        "sizes": text("list.comma").join(str(down + up) for down, up in spec.columns),
        "tallest": max(down + up for down, up in spec.columns),
        "down": max(down for down, _ in spec.columns),
        "up": max(up for _, up in spec.columns),
        "height": spec.columns[0][0] + spec.columns[0][1],
        "limit": spec.group_limit,
        "undo": spec.undo_limit,
        "draw": spec.draw,
        "foundation": scoring.column_to_foundation,
        "column": scoring.waste_to_column,
        "turned": scoring.turned,
        "takeback": -scoring.takeback,
        "recycle": -scoring.recycle,
        "recycle_other": -other.scoring.recycle,
        "free": max(scoring.free_recycles, other.scoring.free_recycles),
        "total": PACK_SIZE * scoring.column_to_foundation + hidden * scoring.turned,
    }


def _other(spec: GameSpec) -> GameSpec:
    """Another variant of the same game, or the spec itself when there is none."""
    game = spec.prefix.partition("-")[0]
    return next((each for each in GAMES.values() if each.prefix.startswith(game) and each != spec), spec)


def rules_page(text: Catalogue, game: str) -> list[Section]:
    """The page of a game (``RU`` …), for its first variant; what the others change is said in a section of its own."""
    spec = next(each for each in GAMES.values() if each.prefix.startswith(game))
    values = numbers(text, spec)
    return [
        Section(text(f"rules.{section}"), text(f"rules.{game}.{section}", **values)) for section in PAGES[game]
    ]


def questions_page(text: Catalogue) -> list[Section]:
    """The questions about deal codes with their answers."""
    russian, eram = GAMES["RU1-C"].prefix, GAMES["ER1-S"].prefix
    example = str(Code(russian, 27))
    game, rule, letters = example.split("-")
    values = {
        "example": example,
        "game": game,
        "rule": rule,
        "letters": letters,
        "count": LETTERS,
        "relaxed": str(Code("RU1-R", 27)),
        "eram": str(Code(eram, 27)),
    }
    return [Section(text(f"faq.{name}"), text(f"faq.{name}.answer", **values)) for name in QUESTIONS]
