"""A ruler for texts: it watches a scene write, and finds what does not fit where it stands.

All that a scene writes goes through ``Kit.write``: it is watched while each control paints itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pygame import Rect, Surface

from game.ui.controls.captions import Caption
from game.ui.controls.fields import Choice, Switch
from game.ui.controls.figures import Detail
from game.ui.controls.textfield import TextField
from game.ui.controls.widgets import Align, Button, Kit, Label
from game.ui.look.lettering import Style, Wording
from game.ui.look.theme import Colour
from game.ui.screens.viewing import ViewingScene
from game.ui.table.marks import Notice, Place
from game.ui.table.sprites import CardSprite
from game.ui.table.stockmarks import StockMark
from tests.player import Player, playing

_PLAYER_ICONS = ("skip", "step", "play", "pause")
#: However little room there is for a larger text, it is not set smaller than this share of the usual labels.
_LEAST_SHARE = 0.8
_LEAST_PIXELS = 10


class Ruler:
    """Looks at all that the top scene writes, and keeps what does not fit."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.context = player.app.context
        self.routes = player.app.navigator
        self.sentence = player.sentence
        self.found: dict[str, None] = {}
        self._scratch = Surface(player.app.scenes.size)
        self._item: object = None
        #: What was written where, by which control.
        self._places: list[tuple[object, Rect, str]] = []

    def complain(self, what: str, text: str) -> None:
        """Keep an offender, once."""
        self.found[f"{type(self.player.scene).__name__}/{type(self._item).__name__}: {what}: {text!r}"] = None

    def look(self) -> None:
        """Measure all that the top scene shows."""
        self._places.clear()
        with self._watched():
            for item in self.player.scene.stage.items:
                self._item = item
                if not isinstance(item, CardSprite):
                    self._measure(item)
                    item.paint(self._scratch, 1.0)
        self._part()
        self._within_reach()

    def _within_reach(self) -> None:
        """Every control that can be used is whole in the window, or can be scrolled there; none lies over another."""
        window, group = self._scratch.get_rect(), self.player.scene.group  # type: ignore[attr-defined]
        usable = [widget for widget in group.widgets if widget.focusable]
        for number, widget in enumerate(usable):
            self._item = widget
            name = type(widget).__name__
            if not (window.x <= widget.rect.x and widget.rect.right <= window.right and min(widget.rect.size) > 0):
                self.complain(f"{widget.rect} leaves the window", name)
            if group.area is None and not window.contains(widget.rect):
                self.complain(f"{widget.rect} leaves the window", name)
            if widget in group.fixed and not (window.contains(widget.rect) and not group.area.colliderect(widget.rect)):
                self.complain(f"{widget.rect} stands where others are scrolled", name)
            for other in usable[:number]:
                if widget.rect.colliderect(other.rect) and not self._layered(widget, other):
                    self.complain(f"{widget.rect} lies over {type(other).__name__} {other.rect}", name)

    def _layered(self, item: object, other: object) -> bool:
        """True if one is scrolled away below a lid that the other stands on."""
        fixed = self.player.scene.group.fixed  # type: ignore[attr-defined]
        return (item in fixed) != (other in fixed)

    def _part(self) -> None:
        """No control writes over what another one writes, or over another button. A plate may cover the places."""
        for number, (item, place, text) in enumerate(self._places):
            for other, there, words in self._places[:number]:
                plate = isinstance(item, Notice) and isinstance(other, (Place, StockMark))
                if item is not other and place.colliderect(there) and not plate and not self._layered(item, other):
                    self.complain(f"written over {words!r}", text)
            for widget in self.player.widgets():
                covers = widget.rect.colliderect(place) and not self._layered(widget, item)
                if isinstance(widget, Button) and widget is not item and covers:
                    self.complain(f"written over the button {widget.text!r}", text)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        plain = Kit.write

        def write(
            kit: Kit, target: Surface, text: str, style: Style, ink: Colour, box: Rect, align: Align = Align.START
        ) -> None:
            self._written(kit, text, style, box, align)

        Kit.write = write  # type: ignore[method-assign]
        try:
            yield
        finally:
            Kit.write = plain  # type: ignore[method-assign]

    def _written(self, kit: Kit, text: str, style: Style, box: Rect, align: Align) -> None:
        """One line, as ``Kit.write`` places it: inside its box, its control and the window."""
        width, height = kit.lettering.width(text, style), kit.lettering.line_height(style)
        if not text:
            return
        if width > box.w + 1:
            self.complain(f"{width} in {box.w}", text)
        place = Rect(0, 0, width, height)
        place.center = box.center
        if align is not Align.CENTRE:
            place.x = box.right - width if kit.right_to_left != (align is Align.END) else box.x
        self._places.append((self._item, place.inflate(0, -height // 3), text))
        metrics = self.context.metrics
        if style.size < _LEAST_SHARE * (metrics.gap(15) if metrics.text > 1 else _LEAST_PIXELS):
            self.complain(f"only {style.size} pixels", text)
        around = self._item.bounds(1.0)  # type: ignore[attr-defined]
        if place.x < around.x - 1 or place.right > around.right + 1:
            self.complain(f"{place.x}..{place.right} leaves {around.x}..{around.right}", text)
        if height > box.h:
            self._standing(kit.lettering.line(text, style, kit.theme.text), box, text)
        if place.x < 0 or place.right > self._scratch.get_width():
            self.complain("beyond the window", text)

    def _standing(self, picture: Surface, box: Rect, text: str) -> None:
        """A line that is higher than its box: at least its ink stays inside the control."""
        ink, around = picture.get_bounding_rect(), self._item.bounds(1.0)  # type: ignore[attr-defined]
        top = picture.get_rect(center=box.center).y + ink.y
        if top < around.y or top + ink.h > around.bottom:
            self.complain(f"{top}..{top + ink.h} leaves {around.y}..{around.bottom} in height", text)

    def _measure(self, item: object) -> None:
        """What a kind of control asks beyond that."""
        if isinstance(item, Label):
            high = item.kit.lettering.line_height(item.style) * len(item.lines)
            if len(item.lines) > 1 and high > item.rect.h + item.kit.metrics.px(8):
                self.complain(f"{len(item.lines)} lines, {high} high in {item.rect.h}", " ".join(item.lines))
        elif isinstance(item, Button):
            self._measure_button(item)
        elif isinstance(item, Switch):
            self._fits_words(item.worded(item.rect.w), item.rect.h, item.text)
        elif isinstance(item, Choice):
            for word, cell in zip(item.words, item._cells(), strict=True):
                self._fits(item.kit, word, item._fitting(word, cell.w, True), cell.w - item.kit.metrics.gap(6))
        elif isinstance(item, TextField):
            room = item.rect.w - 2 * item.kit.metrics.px(14)
            self._fits(item.kit, item.hint, item.kit.fitting(item.hint, item.kit.metrics.body, room), room)
        elif isinstance(item, Detail):
            self._fits(item.kit, f"{item.name}  {item.value}", Style(item.kit.metrics.small, bold=True), item.rect.w)
        elif isinstance(item, Caption):
            self._measure_caption(item)
        elif isinstance(item, Notice) and not self._scratch.get_rect().contains(item.bounds(1.0)):
            self.complain("beyond the window", item.sentence)

    def _measure_button(self, button: Button) -> None:
        """Icon and word, beside or below each other; only a player's buttons may be icons alone."""
        metrics = button.kit.metrics
        words = button.worded(button.rect.w, button.rect.h)
        if button.icon_alone and not button.icon.startswith(_PLAYER_ICONS):
            self.complain(f"no word in {button.rect.h}", button.text)
        elif button.stacked and not button.icon_alone:
            self._fits_words(words, button.rect.h - metrics.px(12) + metrics.px(4), button.text)
        elif not button.stacked:
            self._fits_words(words, button.rect.h, button.text)
        if button.text and metrics.text == 1 and not button.at_full_size(*button.rect.size):
            self.complain(f"set smaller to fit {button.rect.w}", button.text)

    def _fits_words(self, words: Wording, height: int, text: str) -> None:
        """Lines are together no higher than their place, and no smaller than a normal text is."""
        high = len(words.lines) * self.context.lettering.line_height(words.style)
        if len(words.lines) > 1 and high > height:
            self.complain(f"{len(words.lines)} lines, {high} high in {height}", text)

    def _measure_caption(self, caption: Caption) -> None:
        if len(caption.rows) > caption._most:
            self.complain(f"{len(caption.rows)} rows in {caption._most}", caption.text)
        widest = max(map(caption._row_width, caption.rows))
        if widest > caption.rect.w:
            self.complain(f"{widest} in {caption.rect.w}", caption.text)

    def _fits(self, kit: Kit, text: str, style: Style, room: int) -> None:
        width = kit.lettering.width(text, style)
        if text and width > room:
            self.complain(f"{width} in {room}", text)

    def captions(self, scene: ViewingScene) -> None:
        """Measure the words of each step, without showing it."""
        self._item = scene.transport.caption
        for step in range(scene.last + 1):
            scene.transport.caption.say(scene.caption_at(step))
            self._measure_caption(scene.transport.caption)


def test_the_ruler_finds_what_does_not_fit(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        ruler = Ruler(player)
        ruler.look()
        assert not ruler.found
        for widget in player.widgets():
            if isinstance(widget, Button):
                widget.text = "a word that is far too long for this button, and then some, and " * 4
            elif isinstance(widget, Choice):
                widget.words = ["a word that is too long", "another one", "a third"]
            elif isinstance(widget, Label):
                widget.say("a sentence of several lines " * 5)
        ruler.look()
        kinds = {offender.split(":")[0] for offender in ruler.found}
        assert kinds == {"MenuScene/Button", "MenuScene/Choice", "MenuScene/Label"}
