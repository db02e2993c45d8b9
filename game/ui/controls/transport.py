"""The controls below a game that is only watched: a caption, a slider over all steps, and the buttons of a player.

They run in reading direction: forward is where reading goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.text.catalogue import Catalogue
from game.ui.controls.captions import Caption
from game.ui.controls.fields import Choice
from game.ui.controls.widgets import Align, Button, Kind, Kit, Label, Widget
from game.ui.look.cards import CardArt
from game.ui.look.lettering import Style
from game.ui.table.hud import Strip

_BAR = 8
#: In units of ``Metrics.px``; how much narrower a button may be than it should, and which windows are narrow or low.
_RIM, _GAP = 8, 6
_SLIDER, _BUTTONS, _ICON_BUTTON, _TEMPO = 22, 52, 32, 40
_REACH = 22  # above the slider, where the caption takes no press: together as high as a finger is wide
_BUTTON_WIDTH, _ICON_BUTTON_WIDTH, _TEMPO_WIDTH, _COUNT_WIDTH = 68, 48, 350, 110
_GIVES_WAY = 6
_NARROW, _LOW = 620, 480


class Tempo(Enum):
    """How fast a record plays; ``JUMP`` shows no motion."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    JUMP = "jump"

    @property
    def share(self) -> float:
        """How long a step stays, as a share of the normal time."""
        return {"slow": 2.0, "normal": 1.0, "fast": 0.35, "jump": 0.2}[self.value]


class Slider(Widget):
    """A line from the first step to the last with a knob that can be taken and drawn along it."""

    focusable = True

    def __init__(
        self, kit: Kit, rect: Rect, last: int, on_change: Callable[[int], None], on_press: Callable[[], None]
    ) -> None:
        super().__init__(kit, rect)
        self.last = last
        self.value = 0
        self.held = False
        #: The stretch in which a game was lost: the steps at its ends, marked on the line.
        self.mark: tuple[int, int] | None = None
        self._on_change = on_change
        self._on_press = on_press

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """The space bar plays and pauses here too."""
        self._on_press()

    @property
    def _reach(self) -> Rect:
        """Where it can be taken."""
        reach = self.kit.metrics.px(_REACH)
        return Rect(self.rect.x, self.rect.y - reach, self.rect.w, self.rect.h + reach)

    @property
    def _track(self) -> Rect:
        px = self.kit.metrics.px
        track = Rect(0, 0, self.rect.w - px(20), px(6))
        track.center = self.rect.center
        return track

    def point(self, value: int) -> tuple[int, int]:
        """Where the knob stands for a step."""
        track = self._track
        share = value / self.last if self.last else 0.0
        x = round(track.w * share)
        return (track.right - x if self.kit.right_to_left else track.x + x), track.centery

    def value_at(self, x: int) -> int:
        """The step that is meant by a point's x."""
        track = self._track
        way = track.right - x if self.kit.right_to_left else x - track.x
        return max(0, min(self.last, round(way / max(1, track.w) * self.last)))

    def handle(self, event: pygame.event.Event) -> bool:
        """Take the knob, draw it, let it go; True if the event was meant for it."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._reach.collidepoint(event.pos):
            self.held = True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.held = False
        elif not (event.type == pygame.MOUSEMOTION and self.held):
            return False
        self._on_change(self.value_at(event.pos[0]))
        return True

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the line, the part that is played, and the knob."""
        theme, px = self.kit.theme, self.kit.metrics.px
        track, knob = self._track, self.point(self.value)
        pygame.draw.rect(target, theme.field, track, border_radius=px(3))
        played = Rect(min(knob[0], track.x), track.y, abs(knob[0] - track.x), track.h)
        if self.kit.right_to_left:
            played = Rect(knob[0], track.y, track.right - knob[0], track.h)
        pygame.draw.rect(target, theme.accent, played, border_radius=px(3))
        if self.mark is not None:
            self._paint_mark(target, *self.mark)
        self.paint_focus(target, px(6))
        size = px(10) if self.held or self.hovered else px(8)
        pygame.draw.circle(target, theme.accent if self.held else theme.on_felt, knob, size)


    def _paint_mark(self, target: Surface, begin: int, end: int) -> None:
        """A stretch of the line with a cross in a disc at its end."""
        theme, px = self.kit.theme, self.kit.metrics.px
        start, (x, y) = self.point(begin), self.point(end)
        pygame.draw.line(target, theme.warning, start, (x, y), px(4))
        disc = Rect(0, 0, px(18), px(18))
        disc.center = (x, y)
        pygame.draw.ellipse(target, theme.warning, disc)
        cross = self.kit.icons("close", px(12), theme.bar)
        target.blit(cross, cross.get_rect(center=disc.center))


class Acts(NamedTuple):
    """What the controls ask for."""

    seek: Callable[[int], None]
    play: Callable[[], None]
    tempo: Callable[[Tempo], None]


class Transport:
    """The controls in a bar at the lower edge; ``widgets`` are all of them."""

    def __init__(
        self, kit: Kit, text: Catalogue, art: CardArt, area: Rect, lines: int, last: int, tempo: Tempo, acts: Acts
    ) -> None:
        self._kit, self._text, self._acts = kit, text, acts
        self._last = last
        rows = _rows(kit, lines).moved(area.y)
        self.caption = Caption(kit, rows.caption, art, lines)
        style = Style(kit.metrics.small, fixed_digits=True)
        self.count = Label(kit, rows.counter, "", style, kit.theme.on_felt_quiet, Align.END)
        self.slider = Slider(kit, rows.slider, last, acts.seek, acts.play)
        self.buttons = self._made_buttons(rows.buttons)
        tempi = list(Tempo)
        words = [text(f"tempo.{each.value}") for each in tempi]
        self.tempo = Choice(kit, rows.tempo, words, tempi.index(tempo), lambda index: acts.tempo(tempi[index]))
        self.grounds = [Strip(kit, area)]
        self.widgets: list[Widget] = [self.caption, self.count, self.slider, *self.buttons.values(), self.tempo]
        for widget in self.widgets:
            widget.z = (_BAR,)

    def _made_buttons(self, cells: list[Rect]) -> dict[str, Button]:
        """The buttons in reading direction, with icons that point the way they go."""
        back, forth = ("right", "left") if self._kit.right_to_left else ("left", "right")
        self._play_icon = "play-left" if self._kit.right_to_left else "play"
        seek = self._acts.seek
        made: list[tuple[str, str, Callable[[], None]]] = [
            ("replay.first", f"skip-{back}", lambda: seek(0)),
            ("replay.previous", f"step-{back}", lambda: seek(self.slider.value - 1)),
            ("replay.play", self._play_icon, self._acts.play),
            ("replay.next", f"step-{forth}", lambda: seek(self.slider.value + 1)),
            ("replay.last", f"skip-{forth}", lambda: seek(self._last)),
        ]
        return {
            key: Button(self._kit, cell, self._text(key), run, icon, Kind.QUIET, stacked=True)
            for (key, icon, run), cell in zip(made, cells, strict=True)
        }

    def show(self, step: int, caption: str, playing: bool) -> list[Widget]:
        """Show a step; returns the widgets that look different now."""
        self.slider.value = step
        self.caption.say(caption)
        self.count.say(self._text("replay.count", step=step, last=self._last))
        for key in ("replay.first", "replay.previous"):
            self.buttons[key].enabled = step > 0
        for key in ("replay.next", "replay.last"):
            self.buttons[key].enabled = step < self._last
        play = self.buttons["replay.play"]
        play.kind = Kind.PLAIN
        play.text = self._text("replay.pause") if playing else self._text("replay.play")
        play.icon = "pause" if playing else self._play_icon
        play.enabled = self._last > 0
        return [self.caption, self.count, self.slider, *self.buttons.values()]


class _Rows(NamedTuple):
    """Where each control stands in a bar that begins at 0, and the bar's height."""

    caption: Rect
    counter: Rect
    slider: Rect
    buttons: list[Rect]
    tempo: Rect
    height: int

    def moved(self, by: int) -> _Rows:
        """The same in a bar that begins lower by some pixels."""
        caption, counter, slider, tempo = (rect.move(0, by) for rect in (*self[:3], self.tempo))
        return _Rows(caption, counter, slider, [rect.move(0, by) for rect in self.buttons], tempo, self.height)


def transport_height(kit: Kit, lines: int) -> int:
    """Pixels that the bar needs with a caption of some lines."""
    return _rows(kit, lines).height


def lines_needed(kit: Kit, art: CardArt, captions: Iterable[str]) -> int:
    """How many lines the longest of some captions takes."""
    caption = Caption(kit, _rows(kit, 1).caption, art)
    most = 1
    for text in captions:
        caption.say(text)
        most = max(most, len(caption.rows))
    return most


def _rows(kit: Kit, lines: int) -> _Rows:
    """From the top: the caption beside the count, the slider, the buttons beside the tempo.

    In a window that is narrow for its texts the count stands beside the slider and the tempo has a row of its own; in
    a low one the buttons are icons alone.
    """
    px, gap, (wide, high) = kit.metrics.px, kit.metrics.gap, kit.metrics.room
    rim, step, line = 2 * gap(_RIM), gap(_GAP), kit.lettering.line_height(Style(kit.metrics.body))
    whole = kit.metrics.size[0]
    width = whole - 2 * rim
    height, button = (px(_ICON_BUTTON), px(_ICON_BUTTON_WIDTH)) if high < _LOW else (px(_BUTTONS), px(_BUTTON_WIDTH))

    count = Rect(whole - rim - px(_COUNT_WIDTH), gap(_RIM), px(_COUNT_WIDTH), line)
    narrow = wide < _NARROW
    caption = Rect(rim, count.y, width - (0 if narrow else count.w + step), lines * line)
    slider = Rect(rim, caption.bottom + step, width - (count.w + step if narrow else 0), px(_SLIDER))
    if narrow:
        count.centery = slider.centery
    row = Rect(rim, slider.bottom + step, width, height)
    tempo = Rect(row.right - px(_TEMPO_WIDTH), 0, px(_TEMPO_WIDTH), min(height, px(_TEMPO)))
    tempo.centery = row.centery
    room = width - tempo.w - step
    if room < 5 * button - 5 * px(_GIVES_WAY):
        room = width
        tempo = Rect(rim, row.bottom + step, width, px(_TEMPO))
    button = min(button, room // 5)
    buttons = [Rect(row.x + i * button, row.y, button, row.h) for i in range(5)]
    if tempo.y > row.bottom:
        for index, each in enumerate(buttons):
            each.x += (index + 1) * ((width - 5 * button) // 6)
    found = [caption, count, slider, tempo, *buttons]
    if kit.right_to_left:
        for rect in found:
            rect.x = whole - rect.right
    return _Rows(caption, count, slider, buttons, tempo, max(row.bottom, tempo.bottom) + gap(_RIM))
