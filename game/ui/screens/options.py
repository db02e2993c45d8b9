"""The settings dialog, in three pages. Every change holds at once, is seen at once, and is kept."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from pygame import Rect

from game.engine.cards import Suit, make
from game.storage.settings import Back, Colours, Direction, Print, Speed, TableTheme, TextSize
from game.ui.controls.fields import Stepper
from game.ui.controls.languages import language_choice
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.preview import Preview
from game.ui.controls.widgets import Kind, Widget
from game.ui.frame.context import Context
from game.ui.look.synth import Cue

_AIDS = ("double_tap", "placement_help", "interactive_rules", "auto_placement", "verdict_light")
_SHOWN = [make(Suit.SPADES, 11), make(Suit.HEARTS, 12), make(Suit.DIAMONDS, 6), make(Suit.CLUBS, 10)]
_LOUDEST = 10
_PICTURE = 150  # reference pixels, whatever the size of texts


class Page(Enum):
    """The pages."""

    PLAY = "play"
    LOOK = "look"
    SOUND = "sound"


class SettingsScene(PanelScene):
    """The player's choices."""

    width = 680
    keeps_focus = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._page = Page.PLAY

    def fill(self, column: Column) -> None:
        """The pages' names, the page, the way out."""
        text = self.context.text
        column.title(text("settings.title"))
        column.space(6)
        pages = list(Page)
        column.choice([text(f"page.{page.value}") for page in pages], pages.index(self._page), self._turn)
        column.space(12)
        {Page.PLAY: self._play, Page.LOOK: self._look, Page.SOUND: self._sound}[self._page](column)
        column.space(18)
        column.button(text("dialog.close"), self.leave, "check", Kind.PRIMARY)

    def _turn(self, index: int) -> None:
        self._page = list(Page)[index]
        self.context.scenes.rebuild_top()

    def _play(self, column: Column) -> None:
        """The aids, and which way the board runs."""
        text, settings = self.context.text, self.context.settings
        language_choice(column, self.context)
        self._text_size(column)
        column.space(8)
        for aid in _AIDS:
            column.switch(text(f"settings.{aid}"), getattr(settings.play, aid), self._setter("play", aid))
        words = [text(f"direction.{direction.value}") for direction in Direction]
        self._choice(column, text("settings.direction"), words, settings.look.direction, "direction")

    def _text_size(self, column: Column) -> None:
        """How large texts are; a window that cannot hold them so large says so."""
        text, wanted = self.context.text, self.context.settings.look.text_size
        sizes = [text(f"text_size.{size.value}") for size in TextSize]
        self._choice(column, text("settings.text_size"), sizes, wanted, "text_size")
        if column.kit.metrics.text < wanted.value / 100:
            column.space(4)
            column.paragraph(text("settings.text_size_limit")).colour = self.context.theme.quiet

    def _look(self, column: Column) -> None:
        """Table, cards and motion, with a picture of how it will be."""
        text, look = self.context.text, self.context.settings.look
        column.place(self._preview, _PICTURE / column.kit.metrics.text)
        tables = [text(f"theme.{theme.value}") for theme in TableTheme]
        self._choice(column, text("settings.theme"), tables, look.theme, "theme")
        backs = [text(f"back.{back.value}") for back in Back]
        self._choice(column, text("settings.back"), backs, look.back, "back")
        prints = [text(f"print.{kind.value}") for kind in Print]
        self._choice(column, text("settings.print"), prints, look.print, "print")
        colours = [text(f"colours.{number.value}") for number in Colours]
        self._choice(column, text("settings.colours"), colours, look.colours, "colours")
        speeds = [text(f"motion.{speed.value}") for speed in Speed]
        self._choice(column, text("settings.motion"), speeds, look.motion, "motion")

    def _preview(self, rect: Rect) -> Widget:
        return Preview(self.kit, rect, self.context, _SHOWN)

    def _sound(self, column: Column) -> None:
        """On or off, and how loud; and for those who see or hear less, the line of words and the voice."""
        text, sound = self.context.text, self.context.settings.sound
        column.switch(text("settings.sound"), sound.on, self._setter("sound", "on"))
        column.space(8)
        column.heading(text("settings.volume"))
        column.place(lambda rect: Stepper(self.kit, rect, _LOUDEST, sound.volume, self._set_volume), 48)
        column.space(12)
        column.heading(text("settings.hearing"))
        live_line = self.context.settings.play.live_line
        column.switch(text("settings.live_line"), live_line, self._setter("play", "live_line"))
        column.switch(text("settings.voice"), sound.voice, self._setter("sound", "voice"))
        if not self.context.voice.found:
            column.paragraph(text("settings.no-voice")).colour = self.context.theme.quiet

    def _set_volume(self, volume: int) -> None:
        self.context.change("sound", "volume", volume)
        self.context.sound(Cue.PLACE)

    def _choice(self, column: Column, heading: str, words: list[str], value: Enum, key: str) -> None:
        """A choice of the look: its heading, the words of its values in their order, and its key."""
        values = list(type(value))
        column.space(6)
        column.heading(heading)
        column.choice(words, values.index(value), lambda index: self.context.change("look", key, values[index]))

    def _setter(self, section: str, key: str) -> Callable[[bool], None]:
        return lambda on: self.context.change(section, key, on)
