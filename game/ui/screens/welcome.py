"""The first start: language, direction, cards and sound are chosen once, with a picture of what follows from it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect
from pygame.event import Event

from game.engine.cards import Suit, make
from game.storage.settings import Colours, Direction, Print
from game.ui.controls.boards import BoardChoice
from game.ui.controls.languages import language_choice
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.preview import Preview
from game.ui.controls.widgets import Kind, Label, Widget
from game.ui.look.synth import Cue

#: Where the switches begin and end, as shares of the width.
_SHARES = [(0.0, 0.36), (0.37, 0.70), (0.71, 1.0)]
_SHOWN = [make(Suit.SPADES, 11), make(Suit.HEARTS, 12), make(Suit.DIAMONDS, 6), make(Suit.CLUBS, 10)]


class WelcomeScene(PanelScene):
    """What a stranger may want to set before the first game. Each choice holds at once; Escape skips them all."""

    width = 700
    keeps_focus = True

    def fill(self, column: Column) -> None:
        """A word of welcome, the choices, and the way to the first game."""
        text = self.context.text
        column.title(text("welcome.title"))
        column.paragraph(text("welcome.lead")).colour = column.kit.theme.quiet
        column.space(8)
        language_choice(column, self.context)
        column.space(8)
        column.place(self._boards, 134)
        column.space(2)
        column.place(self._note, 28)
        column.space(6)
        column.place(self._preview, 92)
        column.space(6)
        self._switches(column)
        column.space(10)
        self._play = column.button(text("welcome.play"), self._begin, "play", Kind.PRIMARY)

    def _note(self, rect: Rect) -> Widget:
        note = self.context.text("welcome.left-handed")
        style = self.kit.fitting(note, self.kit.metrics.small, rect.w)
        return Label(self.kit, rect, note, style, self.kit.theme.quiet)

    def _boards(self, rect: Rect) -> Widget:
        text, context = self.context.text, self.context
        words = [text(f"direction.{way.value}") for way in (Direction.LEFT_TO_RIGHT, Direction.RIGHT_TO_LEFT)]
        return BoardChoice(self.kit, rect, context, words, int(context.board_mirrored), self._turn)

    def _turn(self, mirrored: int) -> None:
        """The language's own direction goes on following the language."""
        direction = Direction.RIGHT_TO_LEFT if mirrored else Direction.LEFT_TO_RIGHT
        if bool(mirrored) == self.context.reads_right_to_left:
            direction = Direction.LANGUAGE
        self.context.change("look", "direction", direction)

    def _preview(self, rect: Rect) -> Widget:
        return Preview(self.kit, rect, self.context, _SHOWN)

    def _switches(self, column: Column) -> None:
        """Large print, four colours and sound, side by side where there is room."""
        text, look, sound = self.context.text, self.context.settings.look, self.context.settings.sound
        change = self.context.change

        switches: list[tuple[str, bool, Callable[[bool], None]]] = [
            (
                text("print.large"),
                look.print is Print.LARGE,
                lambda on: change("look", "print", Print.LARGE if on else Print.CLASSIC),
            ),
            (
                text("colours.four"),
                look.colours is Colours.FOUR,
                lambda on: change("look", "colours", Colours.FOUR if on else Colours.TWO),
            ),
            (text("settings.sound"), sound.on, self._sound),
        ]
        column.switches(switches, _SHARES)

    def _sound(self, on: bool) -> None:
        self.context.change("sound", "on", on)
        self.context.sound(Cue.PLACE)

    def begin(self) -> None:
        """Enter alone begins."""
        self.group.focus(self._play)

    def uncover(self) -> None:
        """It was shown, so it never comes again, however it is left."""
        if not self.context.settings.general.welcomed:
            self.context.change("general", "welcomed", True)

    def handle(self, event: Event) -> None:
        """A press beside the panel skips it, as Escape does."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self.panel.collidepoint(event.pos):
            self.leave()
        else:
            super().handle(event)

    def _begin(self) -> None:
        self.leave()
        self.context.routes.new_game(None)
