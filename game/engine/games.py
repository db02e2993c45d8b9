"""The games' own rules, one spec a variant. Sources: the user's descriptions, condensed in the rules page."""

from __future__ import annotations

from dataclasses import replace

from game.engine.spec import AutoComplete, Build, GameSpec, Lift, Scoring, Stock, Tap

_RUSSIAN_SCORING = Scoring(column_to_foundation=10, turned=5)

RUSSIAN_CLASSIC = GameSpec(
    prefix="RU1-C",
    columns=((0, 1), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5), (6, 5)),
    build=Build.SAME_SUIT,
    lift=Lift.GROUP,
    stock=Stock.NONE,
    scoring=_RUSSIAN_SCORING,
    auto_complete=AutoComplete.NEVER,
    tap=Tap.FOUNDATION,
    group_limit=20,
    undo_limit=100,
)
RUSSIAN_RELAXED = replace(RUSSIAN_CLASSIC, prefix="RU1-R", build=Build.ANY_SUIT)

#: The long-established "standard" table; the source's own table is cut off.
_KLONDIKE_SCORING = Scoring(
    column_to_foundation=10,
    waste_to_foundation=10,
    waste_to_column=5,
    turned=5,
    takeback=-15,
    recycle=-100,
)

KLONDIKE_ONE = GameSpec(
    prefix="KL1-1",
    columns=tuple((down, 1) for down in range(7)),
    build=Build.ALTERNATING,
    lift=Lift.RUN,
    stock=Stock.TURN,
    draw=1,
    scoring=_KLONDIKE_SCORING,
    auto_complete=AutoComplete.STOCK_EMPTY,
    tap=Tap.FOUNDATION_OR_COLUMN,
)
KLONDIKE_THREE = replace(
    KLONDIKE_ONE,
    prefix="KL1-3",
    draw=3,
    scoring=replace(_KLONDIKE_SCORING, recycle=-20, free_recycles=3),
)

#: Only the cost of a recycle is confirmed by the source: no other number may be invented here.
ERAM_SOLO = replace(
    KLONDIKE_THREE,
    prefix="ER1-S",
    takeback=False,
    scoring=Scoring(recycle=-20, free_recycles=3, floor=False, confirmed=False),
    auto_complete=AutoComplete.STOCK_AND_WASTE_EMPTY,
    declared_finish=True,
    secret_deals=True,
)

EASTHAVEN = GameSpec(
    prefix="EA1-C",
    columns=((2, 1),) * 7,
    build=Build.ALTERNATING,
    lift=Lift.RUN,
    stock=Stock.DEAL_ROW,
    scoring=_RUSSIAN_SCORING,
    auto_complete=AutoComplete.STOCK_EMPTY,
    tap=Tap.FOUNDATION_OR_COLUMN,
)

GAMES: dict[str, GameSpec] = {
    spec.prefix: spec
    for spec in (RUSSIAN_CLASSIC, RUSSIAN_RELAXED, KLONDIKE_ONE, KLONDIKE_THREE, ERAM_SOLO, EASTHAVEN)
}
