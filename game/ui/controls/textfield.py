"""A line of text: writing, the caret, what is selected, and what an input method is still composing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Kit, Widget
from game.ui.look.lettering import Style

#: Presses within this many seconds and reference pixels of each other count together.
_CLICK_SECONDS, _CLICK_SLACK = 0.4, 8
_WORD, _ALL = 2, 3  # presses
_PADDING = 14


class Clipboard(NamedTuple):
    """The system's."""

    copy: Callable[[str], None]
    paste: Callable[[], str]


class TextField(Widget):
    """A line of text, written left to right (deal codes are). ``now`` tells seconds, to know a double click.

    What is selected lies between ``anchor`` and ``caret``, indices between letters; they are equal where nothing is.
    """

    focusable = True
    typed_into = True
    drawn_along = True

    def __init__(
        self,
        kit: Kit,
        rect: Rect,
        hint: str,
        longest: int,
        on_change: Callable[[str], None],
        on_enter: Callable[[], None],
        clipboard: Clipboard,
        now: Callable[[], float],
    ) -> None:
        super().__init__(kit, rect)
        self.text = ""
        self.hint = hint
        self.longest = longest
        self.caret = self.anchor = 0
        #: What an input method is composing at the caret; it is not in the text yet.
        self.composed = ""
        self.on_change = on_change
        self._on_enter = on_enter
        self._clipboard = clipboard
        self._now = now
        self._clicks = 0
        self._clicked: tuple[float, int] = (0.0, 0)

    # --- What it holds

    @property
    def selected(self) -> tuple[int, int]:
        """Where the selection begins and ends."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selection(self) -> str:
        """The selected text."""
        start, end = self.selected
        return self.text[start:end]

    def show(self, text: str) -> None:
        """Hold a text that is known already, with the caret behind it."""
        self.text, self.composed = text, ""
        self.caret = self.anchor = len(text)

    def set_text(self, text: str) -> None:
        """Replace all of it."""
        self.show(_printable(text)[: self.longest])
        self.on_change(self.text)

    def paste(self) -> None:
        """Replace all of it by what the clipboard holds."""
        self.set_text(self._clipboard.paste().strip())

    def select_all(self) -> None:
        """Select all of it."""
        self.anchor, self.caret = 0, len(self.text)

    def _replace(self, start: int, end: int, text: str) -> None:
        """Put another text in place of a part, as far as there is room."""
        text = _printable(text)[: self.longest - len(self.text) + end - start]
        self.text = self.text[:start] + text + self.text[end:]
        self.caret = self.anchor = start + len(text)
        self.composed = ""
        self.on_change(self.text)

    def _put_caret(self, at: int, keep: bool) -> None:
        """Move the caret; with ``keep`` the selection stretches with it."""
        self.caret = max(0, min(len(self.text), at))
        if not keep:
            self.anchor = self.caret

    # --- Keys

    def key(self, event: pygame.event.Event) -> bool:
        """Typing, erasing, moving the caret, selecting, and the clipboard."""
        if event.type == pygame.TEXTINPUT:
            self._replace(*self.selected, event.text)
            return True
        if event.type == pygame.TEXTEDITING:
            self.composed = _printable(event.text)
            return True
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META) and self._command(event.key):
            return True
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._erase(-1 if event.key == pygame.K_BACKSPACE else 1)
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            self._walk(event.key, bool(event.mod & pygame.KMOD_SHIFT))
        else:
            return bool(event.key == pygame.K_SPACE)  # a blank is typed; it must not press anything
        return True

    def _command(self, key: int) -> bool:
        """A key with Ctrl or Cmd; False if it means no more than without."""
        start, end = self.selected
        if key == pygame.K_a:
            self.select_all()
        elif key == pygame.K_v:
            self._replace(start, end, self._clipboard.paste().strip())
        elif key in (pygame.K_c, pygame.K_x):
            if start < end:
                self._clipboard.copy(self.selection)
                if key == pygame.K_x:
                    self._replace(start, end, "")
        elif key == pygame.K_BACKSPACE:
            self._replace(0, end, "")
        else:
            return False
        return True

    def _erase(self, by: int) -> None:
        """Erase what is selected, or the letter on one side of the caret."""
        start, end = self.selected
        if start == end:
            start, end = max(0, min(start, start + by)), min(len(self.text), max(end, end + by))
        if start < end:
            self._replace(start, end, "")

    def _walk(self, key: int, keep: bool) -> None:
        """A caret that moves without selecting leaves a selection at the end that it moves to."""
        start, end = self.selected
        ways = {pygame.K_HOME: 0, pygame.K_END: len(self.text)}
        if key in ways:
            self._put_caret(ways[key], keep)
        elif start < end and not keep:
            self._put_caret(start if key == pygame.K_LEFT else end, False)
        else:
            self._put_caret(self.caret + (-1 if key == pygame.K_LEFT else 1), keep)

    # --- Pointer

    def press(self, at: tuple[int, int]) -> None:
        """Put the caret where a press points; a second one there selects the word, a third one all."""
        pygame.key.start_text_input()  # a keyboard on the screen may have been put away
        since, x = self._clicked
        near = abs(at[0] - x) <= self.kit.metrics.px(_CLICK_SLACK) and self._now() - since <= _CLICK_SECONDS
        self._clicks = self._clicks + 1 if near else 1
        self._clicked = (self._now(), at[0])
        index = self._index_at(at[0])
        if self._clicks == _WORD:
            self.anchor, self.caret = _word(self.text, index)
        elif self._clicks >= _ALL:
            self.select_all()
        else:
            self._put_caret(index, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def draw_along(self, at: tuple[int, int]) -> None:
        """Select from the press to here."""
        self._put_caret(self._index_at(at[0]), True)

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Enter goes on; what a click does is done when it is pressed."""
        if at is None:
            self._on_enter()

    # --- Painting

    @property
    def _style(self) -> Style:
        """What is typed runs left to right in every language."""
        return Style(self.kit.metrics.body, left_to_right=True)

    @property
    def _shown(self) -> str:
        """The text as it would be if what is composed were typed."""
        start, end = self.selected
        return self.text[:start] + self.composed + self.text[end:] if self.composed else self.text

    @property
    def _inner(self) -> Rect:
        """Where the text stands."""
        return self.rect.inflate(-2 * self.kit.metrics.px(_PADDING), 0)

    def _edge(self, index: int) -> int:
        """How far right of the text's start a place between two shown letters is."""
        return self.kit.lettering.width(self._shown[:index], self._style)

    @property
    def _caret_shown(self) -> int:
        return self.selected[0] + len(self.composed) if self.composed else self.caret

    @property
    def _start(self) -> int:
        """Where the text begins: left of the field where the caret would not be seen otherwise."""
        inner = self._inner
        return inner.x - max(0, self._edge(self._caret_shown) - inner.w)

    def _index_at(self, x: int) -> int:
        edges = [self._start + self._edge(index) for index in range(len(self.text) + 1)]
        return min(range(len(edges)), key=lambda index: abs(edges[index] - x))

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the field, its text or hint, what is selected, and the caret."""
        theme, px = self.kit.theme, self.kit.metrics.px
        pygame.draw.rect(target, theme.field, self.rect, border_radius=px(10))
        pygame.draw.rect(target, theme.panel_edge, self.rect, max(1, px(1.5)), border_radius=px(10))
        self.paint_focus(target, px(10))
        if not self._shown:
            style = Style(self.kit.metrics.body)
            hint = self.kit.lettering.line(self.hint, style, theme.quiet)
            area = Rect(0, 0, self._inner.w, hint.get_height())
            target.blit(hint, hint.get_rect(midleft=(self._inner.x, self.rect.centery)), area)
        before = target.get_clip()
        target.set_clip(before.clip(self._inner.inflate(px(4), 0)))
        self._paint_text(target)
        if self.focused:
            x = self._start + self._edge(self._caret_shown)
            pygame.draw.rect(target, theme.accent, Rect(x, self.rect.centery - px(12), px(2), px(24)))
        target.set_clip(before)

    def _paint_text(self, target: Surface) -> None:
        """The text; what is selected stands on the accent, what is composed on a line."""
        theme, px, line = self.kit.theme, self.kit.metrics.px, self.kit.lettering.line
        text = line(self._shown, self._style, theme.text)
        place = text.get_rect(midleft=(self._start, self.rect.centery))
        target.blit(text, place)
        start, end = self.selected
        if self.composed:
            left, right = sorted((self._edge(start), self._edge(start + len(self.composed))))
            under = Rect(self._start + left, self.rect.centery + px(13), right - left, max(1, px(2)))
            pygame.draw.rect(target, theme.accent, under)
        elif self.focused and start < end:
            left, right = sorted((self._edge(start), self._edge(end)))
            chosen = Rect(self._start + left, self.rect.centery - px(14), right - left, px(28))
            pygame.draw.rect(target, theme.accent, chosen, border_radius=px(3))
            clip = target.get_clip()
            target.set_clip(clip.clip(chosen))
            target.blit(line(self._shown, self._style, theme.on_accent), place)
            target.set_clip(clip)


def _printable(text: str) -> str:
    return "".join(char for char in text if char.isprintable())


def _word(text: str, index: int) -> tuple[int, int]:
    """Where the word at a place begins and ends; a code is one word."""
    start = text.rfind(" ", 0, index) + 1
    end = text.find(" ", index)
    return start, len(text) if end < 0 else end
