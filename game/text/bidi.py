"""The order of mixed text: a logical line becomes runs, from left to right, each read in one direction.

The Unicode bidirectional algorithm (UAX #9) with python-bidi's levels. Its steps know neither brackets (rule N0) nor
isolates (X5a-c), so these are here. The runs stay in logical order: the shaper joins their letters, and mirrors the
brackets of those that run to the left. What a text looks like in pixels is not known here.

A few things that the plain algorithm would take apart hold together, to the right, as if set between LRI and PDI
(UAX #9, HL3): a card (``A♠، 4♠، 10♥`` is a list of three), a deal code, a date, and a number with its sign or percent
sign (CLDR's Arabic forms for Western digits put marks there to the same end).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple
from unicodedata import bidirectional

_LEFTWARD = {"R", "AL"}
_CONTROLS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
#: A line without any of these reads to the right in a paragraph that does, and so for the left.
_TURNS_LEFT = _LEFTWARD | _CONTROLS | {"AN"}
_TURNS_RIGHT = _CONTROLS | {"L", "EN", "AN"}
_LRI, _RLI, _FSI, _PDI = "\u2066\u2067\u2068\u2069"
_OPENS_ISOLATE = (_LRI, _RLI, _FSI)
#: Stands for an isolate while the text around it is put in order: a neutral, as X5 wants. In a text it is replaced.
_OBJECT, _NO_OBJECT = "\ufffc\ufffd"
#: Marks that only tell about order and have no picture.
_UNSEEN = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
#: Compiled when mixed text first needs it.
_WHOLE = (
    r"(?<![A-Za-z0-9])(?:10|[2-9AJQK])[♠♥♦♣]"  # a card
    r"|(?<![A-Za-z0-9])[A-Z]{2}\d+-[A-Z]+-[A-Z]+(?![A-Za-z0-9])"  # a deal code
    r"|(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])"  # a date
    r"|(?:(?<![A-Za-z0-9])[−+]|(?<!\w)-)\d+(?:[.,:]\d+)*(?:[ \u00a0]?%)?"  # a number with its sign
    r"|(?<![A-Za-z0-9.,:])\d+(?:[.,:]\d+)*[ \u00a0]?%"  # per cent
)

#: As python-bidi keeps a line, and each of its characters.
_Store = dict[str, Any]
_Char = dict[str, Any]


class Run(NamedTuple):
    """A stretch of text in its logical order, and the way it is read."""

    text: str
    right_to_left: bool


@lru_cache(maxsize=2000)
def runs(line: str, right_to_left: bool) -> tuple[Run, ...]:
    """The runs of one line in a paragraph of the given direction, the leftmost first; none for an empty line."""
    classes = [*map(bidirectional, line)]
    if not right_to_left and _TURNS_LEFT.isdisjoint(classes):
        return _seen([Run(line, False)])
    if _TURNS_RIGHT.isdisjoint(classes) and (right_to_left or {classes[0], classes[-1]} <= _LEFTWARD):
        return _seen([Run(line, True)])
    held = re.sub(_WHOLE, rf"{_LRI}\g<0>{_PDI}", line.replace(_OBJECT, _NO_OBJECT))
    return _seen(_ordered(held, right_to_left))


def _seen(found: Iterable[Run]) -> tuple[Run, ...]:
    """The runs without the unseen marks, and without runs that were nothing else."""
    seen = (Run(run.text.translate(_UNSEEN), run.right_to_left) for run in found)
    return tuple(run for run in seen if run.text)


def _ordered(text: str, right_to_left: bool) -> Iterator[Run]:
    """The runs of a text; those of an isolate stand where the isolate is."""
    outer, isolates = _taken_out(text)
    chars = _visual(outer, right_to_left)
    for (level, isolated), group in groupby(chars, lambda char: (char["level"], char["ch"] == _OBJECT)):
        places = [char["index"] for char in group]
        if isolated:
            for place in places:
                yield from _ordered(*isolates[place])
        else:
            yield Run("".join(outer[place] for place in sorted(places)), level % 2 == 1)


def _taken_out(text: str) -> tuple[str, dict[int, tuple[str, bool]]]:
    """A text with one object for each outermost isolate; and by the objects' places, the isolates with directions."""
    outer, isolates, at = "", {}, 0
    while at < len(text):
        if text[at] in _OPENS_ISOLATE:
            start, at = at, _end_of_isolate(text, at)
            inside = text[start + 1 : at]
            leftward = _begins_leftward(inside) if text[start] == _FSI else text[start] == _RLI
            isolates[len(outer)] = (inside, leftward)
            outer += _OBJECT
        elif text[at] != _PDI:
            outer += text[at]
        at += 1
    return outer, isolates


def _end_of_isolate(text: str, start: int) -> int:
    """Where the PDI is that closes the isolate opened at a place; the end of the text if there is none (BD9)."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in _OPENS_ISOLATE) - (text[place] == _PDI)
        if depth == 0:
            return place
    return len(text)


def _begins_leftward(text: str) -> bool:
    """Whether the first strong character outside isolates runs to the left (P2, P3)."""
    strong = (bidirectional(char) for char in _taken_out(text)[0])
    return next((kind in _LEFTWARD for kind in strong if kind in _LEFTWARD or kind == "L"), False)


def _visual(text: str, right_to_left: bool) -> list[_Char]:
    """The characters of a text without isolates, from left to right, with their places and levels."""
    from bidi import algorithm  # type: ignore[import-untyped]  # noqa: PLC0415  # late: only mixed text needs it

    store: _Store = algorithm.get_empty_storage()
    store["base_level"], store["base_dir"] = (1, "R") if right_to_left else (0, "L")
    algorithm.get_embedding_levels(text, store)
    for index, char in enumerate(store["chars"]):
        char["index"] = index
        # Joiners (BN), which the shaper needs, would be taken out by X9; what Python does not know ("") is refused.
        char["type"] = {"BN": "NSM", "": "L"}.get(char["type"], char["type"])
    algorithm.explicit_embed_and_overrides(store)
    algorithm.resolve_weak_types(store)
    _resolve_brackets(store)
    algorithm.resolve_neutral_types(store, False)
    algorithm.resolve_implicit_levels(store, False)
    algorithm.reorder_resolved_levels(store, False)
    chars: list[_Char] = store["chars"]
    return chars


def _resolve_brackets(store: _Store) -> None:
    """Rule N0: a pair of brackets takes one direction, from what is in it or before it."""
    for run in store["runs"]:
        chars = store["chars"][run["start"] : run["start"] + run["length"]]
        for opening, closing in _pairs(chars):
            inside = {_strong(char) for char in chars[opening + 1 : closing]} - {""}
            if not inside:
                continue
            direction = "LR"[chars[opening]["level"] % 2]
            if direction not in inside:
                before = map(_strong, reversed(chars[:opening]))
                direction = next((kind for kind in before if kind), run["sor"])
            for place in (opening, closing):
                _turn(chars, place, direction)


def _pairs(chars: list[_Char]) -> list[tuple[int, int]]:
    """The places of the brackets that belong together, in the order of the opening ones (BD16)."""
    open_places: list[int] = []
    found = []
    for place, char in enumerate(chars):
        if char["type"] != "ON":
            continue
        if char["ch"] in _BRACKETS:
            open_places.append(place)
        partners = [other for other in open_places if _BRACKETS[chars[other]["ch"]] == char["ch"]]
        if partners:
            found.append((partners[-1], place))
            open_places = [other for other in open_places if other < partners[-1]]
    return sorted(found)


def _strong(char: _Char) -> str:
    """L or R as rule N0 sees a character: numbers count as R; "" for a neutral."""
    return {"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(char["type"], "")


def _turn(chars: list[_Char], place: int, direction: str) -> None:
    """Give a bracket its direction, and the marks on it the same."""
    chars[place]["type"] = direction
    for char in chars[place + 1 :]:
        if char["orig"] not in ("NSM", "BN"):
            break
        char["type"] = direction
