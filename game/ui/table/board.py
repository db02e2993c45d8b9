"""The cards on the table: one sprite a card, kept where the view and the layout say.

``show`` is the only way in: it takes a whole new view and lets every sprite chase it.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame
from pygame import Rect, Surface

from game.engine.state import WASTE, is_column
from game.engine.view import View
from game.ui.frame.stage import Stage
from game.ui.look.cards import CardArt
from game.ui.table.intent import Grip, pile_down
from game.ui.table.layout import TableLayout
from game.ui.table.sprites import CardSprite, Point

#: Cards painted of a stack of which only the top is seen: the top, and what three drawn cards would leave bare.
_SHOWN_OF_A_STACK = 4
_CARDS, _IN_AIR = 1, 5
#: Seconds between two cards of the opening deal.
_DEAL_GAP = 0.012
#: Seconds between two cards that are drawn or dealt to a row.
_ROW_GAP = 0.045


class Lifted:
    """The cards in the player's hand, painted as one picture that is made once."""

    z: tuple[int, ...] = (_IN_AIR, 1 << 20)
    lively = True

    def __init__(self, sprites: list[CardSprite], grab: Point) -> None:
        self.sprites = sprites
        self._lead = sprites[0].at
        self._offsets = [(s.at[0] - self._lead[0], s.at[1] - self._lead[1]) for s in sprites]
        self._grab = (grab[0] - self._lead[0], grab[1] - self._lead[1])
        area = self.sprites[0].bounds(1.0).unionall([sprite.bounds(1.0) for sprite in self.sprites[1:]])
        self._corner = (self._lead[0] - area.x, self._lead[1] - area.y)
        self._picture = Surface(area.size, pygame.SRCALPHA)
        if pygame.display.get_surface() is not None:
            self._picture = self._picture.convert_alpha()
        for sprite, above in zip(sprites, [*sprites[1:], None], strict=True):
            at = sprite.at
            sprite.carry((at[0] - area.x, at[1] - area.y))
            # Of a covered card only the strip above the next one is painted, and what that one's round corners show.
            seen = area.h if above is None else above.at[1] - area.y + sprite.art.radius
            self._picture.set_clip(Rect(0, 0, area.w, seen))
            sprite.paint(self._picture, 1.0)
            sprite.carry(at)
        self._picture.set_clip(None)

    def carry(self, pointer: Point) -> None:
        """Follow the pointer."""
        self._lead = (pointer[0] - self._grab[0], pointer[1] - self._grab[1])
        for sprite, (dx, dy) in zip(self.sprites, self._offsets, strict=True):
            sprite.carry((self._lead[0] + dx, self._lead[1] + dy))

    @property
    def lead(self) -> Rect:
        """The rectangle of the lowest card."""
        art = self.sprites[0].art
        return Rect(round(self._lead[0]), round(self._lead[1]), art.width, art.height)

    def bounds(self, alpha: float) -> Rect:
        """All that it paints."""
        corner = (round(self._lead[0] - self._corner[0]), round(self._lead[1] - self._corner[1]))
        return Rect(corner, self._picture.get_size())

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the picture."""
        target.blit(self._picture, self.bounds(alpha))


class Board:
    """All card sprites of a table."""

    def __init__(self, stage: Stage, layout: TableLayout, art: CardArt, pace: float) -> None:
        self._stage = stage
        self._layout = layout
        self.art = art
        self._pace = pace
        self._sprites: dict[int, CardSprite] = {}
        self._moving: set[CardSprite] = set()
        self._flights = 0
        self._delay = self._gap = 0.0
        self.lifted: Lifted | None = None

    def show(self, view: View, *, at_once: bool = False, one_by_one: bool = False) -> None:
        """Let every card go where the view has it: ``at_once`` without motion, ``one_by_one`` as a hand deals them."""
        pace = 0.0 if at_once else self._pace
        self._flights += 1
        self._delay, self._gap = 0.0, _ROW_GAP if one_by_one else 0.0
        for pile, places in view.places.items():
            if pile not in self._layout.slots:
                continue
            rects = self._layout.pile_rects(pile, len(places), pile_down(view, pile))
            for index, (place, face, rect) in enumerate(zip(places, view.faces(pile), rects, strict=True)):
                sprite = self._sprite(place, rect)
                self._bury(sprite, not is_column(pile) and index < len(places) - _SHOWN_OF_A_STACK)
                self._send(sprite, face, rect, (pile, index), pace)
        if at_once:
            self.settle()

    def reopen(self, view: View, layout: TableLayout, piles: Iterable[int]) -> None:
        """A layout in which some columns are opened or closed: their cards are there at once, under the pointer."""
        self._layout = layout
        for pile in piles:
            places = view.places[pile]
            rects = layout.pile_rects(pile, len(places), pile_down(view, pile))
            for place, rect in zip(places, rects, strict=True):
                sprite = self._sprites[place]
                if sprite.moving:
                    sprite.go(rect.topleft, 0.0, self._pace)
                else:
                    sprite.jump(rect.topleft)
                self._watch(sprite)

    def deal(self, view: View, origin: Point) -> None:
        """Deal a new game: every card flies from ``origin`` to its place, in the order of the deal."""
        self.show(view, at_once=True)
        if self._pace == 0:
            return
        for sprite in self._sprites.values():
            home = sprite.home
            sprite.jump(origin)
            sprite.go(home, sprite.place * _DEAL_GAP, self._pace, unseen=True)
            sprite.z = (_IN_AIR, self._flights, sprite.place)
            self._watch(sprite)

    def _bury(self, sprite: CardSprite, buried: bool) -> None:
        if sprite.buried != buried:
            sprite.buried = buried
            self._stage.touch(sprite)

    def _sprite(self, place: int, rect: Rect) -> CardSprite:
        if place not in self._sprites:
            self._sprites[place] = CardSprite(place, self.art, rect.topleft)
            self._stage.add(self._sprites[place])
        return self._sprites[place]

    def _send(self, sprite: CardSprite, face: int, rect: Rect, rank: tuple[int, int], pace: float) -> None:
        home: Point = rect.topleft
        if sprite.home == home and sprite.face == face and sprite.rank == rank:
            return
        stays_on_waste = sprite.rank[0] == rank[0] == WASTE
        sprite.rank = rank
        if stays_on_waste:
            sprite.go(home, 0.0, pace)
            sprite.slip(face)
        else:
            sprite.turn(face, pace, self._delay)
            king_settles = is_column(rank[0]) and rank[1] == 0
            sprite.go(home, self._delay, pace, heavy=king_settles)
            self._delay += self._gap
        sprite.z = (_IN_AIR, self._flights, *rank) if sprite.moving else (_CARDS, *rank)
        self._watch(sprite)

    def _watch(self, sprite: CardSprite) -> None:
        self._stage.touch(sprite)
        if sprite.moving:
            self._moving.add(sprite)

    @property
    def moving(self) -> bool:
        """True while any card is on its way."""
        return bool(self._moving)

    def step(self, seconds: float) -> None:
        """Let a fixed step of motion pass."""
        for sprite in [*self._moving]:
            sprite.step(seconds, self._pace)
            if not sprite.moving:
                self._rest(sprite)

    def _rest(self, sprite: CardSprite) -> None:
        self._moving.discard(sprite)
        sprite.z = (_CARDS, *sprite.rank)
        self._stage.touch(sprite)

    def settle(self) -> None:
        """Bring every card to rest at home, at once."""
        for sprite in self._sprites.values():
            sprite.settle()
            self._rest(sprite)

    def grip_sprites(self, view: View, grip: Grip) -> list[CardSprite]:
        """The sprites of a grip's cards, the lowest first."""
        places = view.places[grip.pile][len(view.places[grip.pile]) - grip.size :]
        return [self._sprites[place] for place in places]

    def lift(self, view: View, grip: Grip, pointer: Point) -> None:
        """Take a grip's cards into the hand. They are taken from where they lie, even in flight."""
        sprites = self.grip_sprites(view, grip)
        rects = self._layout.pile_rects(grip.pile, len(view.places[grip.pile]), pile_down(view, grip.pile))
        for sprite, rect in zip(sprites, rects[len(rects) - grip.size :], strict=True):
            sprite.settle()
            sprite.carry(rect.topleft)
            self._moving.discard(sprite)
            sprite.lifted = True
        self.lifted = Lifted(sprites, pointer)
        for sprite in sprites:
            self._stage.remove(sprite)
        self._stage.add(self.lifted)

    def release(self) -> None:
        """Let go of what is in the hand; the next ``show`` sends it where it belongs."""
        if self.lifted is None:
            return
        self._stage.remove(self.lifted)
        for sprite in self.lifted.sprites:
            sprite.lifted = False
            self._stage.add(sprite)
            sprite.go(sprite.home, 0.0, self._pace)
            sprite.z = (_IN_AIR, self._flights + 1, *sprite.rank) if sprite.moving else (_CARDS, *sprite.rank)
            self._watch(sprite)
        self.lifted = None

    def shake(self, sprites: Iterable[CardSprite]) -> None:
        """Let cards say no."""
        for sprite in sprites:
            sprite.shake(self._pace)
            self._watch(sprite)

    @property
    def sprites(self) -> list[CardSprite]:
        """All sprites, in the order of the deal."""
        return [self._sprites[place] for place in sorted(self._sprites)]
