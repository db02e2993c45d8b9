"""The results of the last games as a picture: a bar a game, as high as its score, and the running win rate.

A win is a filled bar with a dot on it, all else a hollow one: nobody has to tell colours apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.storage.history import Line, Result
from game.storage.statistics import running_rates
from game.text.catalogue import Catalogue
from game.ui.controls.widgets import Align, Kit, Widget
from game.ui.look.lettering import Style

GAMES = 30
#: Reference pixels.
_LINE, _SCALE, _STUB, _SMALL = 24, 46, 3, 13


class Chart(Widget):
    """The chart with its caption, scales and legend."""

    def __init__(self, kit: Kit, rect: Rect, text: Catalogue) -> None:
        super().__init__(kit, rect)
        self._text = text
        self._lines: Sequence[Line] = ()
        self._rates: Sequence[float] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Show the newest of these games, given oldest first."""
        self._lines = lines[-GAMES:]
        self._rates = running_rates(lines, GAMES)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint ground, scales, bars, line and legend."""
        px = self.kit.metrics.px
        caption = Rect(self.rect.x, self.rect.y, self.rect.w, px(_LINE))
        height = self._legend()[-1][2].bottom
        legend = Rect(self.rect.x, self.rect.bottom - height, self.rect.w, height)
        count = len(self._lines)
        words = self._text.plural("history.chart", count) if count else self._text("history.chart-empty")
        style = Style(self.kit.metrics.small, bold=True)
        style = self.kit.lettering.fitting(words, style, caption.w)
        self.kit.write(target, words, style, self.kit.theme.accent, caption)
        ground = Rect(self.rect.x, caption.bottom + px(2), self.rect.w, legend.y - caption.bottom - px(6))
        pygame.draw.rect(target, self.kit.theme.field, ground, border_radius=px(10))
        plot = ground.inflate(-2 * px(_SCALE), -2 * px(14))
        self._paint_scales(target, plot)
        for index, line in enumerate(self._lines):
            self._paint_bar(target, plot, index, line)
        self._paint_rates(target, plot)
        self._paint_legend(target, legend)

    @property
    def _top_score(self) -> int:
        return max([1, *(line.score for line in self._lines)])

    def _x(self, plot: Rect, position: float) -> int:
        """The place of a number of games from where reading starts."""
        way = round(plot.w * position / GAMES)
        return plot.right - way if self.kit.right_to_left else plot.x + way

    def _paint_scales(self, target: Surface, plot: Rect) -> None:
        """Score where reading starts, win rate where it ends; quiet lines at the whole and the half."""
        theme, px = self.kit.theme, self.kit.metrics.px
        for y in (plot.y, plot.centery, plot.bottom):
            colour = theme.panel_edge if y == plot.bottom else theme.control
            pygame.draw.line(target, colour, (plot.x, y), (plot.right - 1, y))
        style = Style(px(_SMALL), fixed_digits=True)
        left = Rect(plot.x - px(_SCALE), 0, px(_SCALE) - px(6), px(20))
        right = Rect(plot.right + px(6), 0, left.w, px(20))
        if self.kit.right_to_left:
            left, right = right, left
        if self._lines:
            for score, y in ((self._top_score, plot.y), (0, plot.bottom)):
                left.centery = y
                self.kit.write(target, str(score), style, theme.quiet, left, Align.END)
        for percent, y in ((100, plot.y), (50, plot.centery), (0, plot.bottom)):
            right.centery = y
            self.kit.write(target, self._text("history.percent", percent=percent), style, theme.quiet, right)

    def _paint_bar(self, target: Surface, plot: Rect, index: int, line: Line) -> None:
        theme, px = self.kit.theme, self.kit.metrics.px
        edges = sorted((self._x(plot, index + 0.16), self._x(plot, index + 0.84)))
        height = max(px(_STUB), round(plot.h * line.score / self._top_score))
        bar = Rect(edges[0], plot.bottom - height, max(3, edges[1] - edges[0]), height)
        if line.result is Result.WON:
            pygame.draw.rect(target, theme.accent, bar, border_radius=px(2))
            pygame.draw.aacircle(target, theme.accent, (bar.centerx, bar.y - px(6)), max(2, px(3)))
        else:
            pygame.draw.rect(target, theme.quiet, bar, max(1, px(1)), border_radius=px(2))

    def _paint_rates(self, target: Surface, plot: Rect) -> None:
        points = [
            (self._x(plot, index + 0.5), plot.bottom - round(plot.h * rate)) for index, rate in enumerate(self._rates)
        ]
        if len(points) > 1:
            pygame.draw.lines(target, self.kit.theme.text, False, points, max(1, self.kit.metrics.px(2)))
        if points:
            pygame.draw.aacircle(target, self.kit.theme.text, points[-1], self.kit.metrics.px(4))

    def _legend(self) -> list[tuple[str, Rect, Rect]]:
        """Each mark's key, its rectangle and its word's, in rows that begin at (0, 0), from left to right."""
        kit, px, gap = self.kit, self.kit.metrics.px, self.kit.metrics.gap
        found: list[tuple[str, Rect, Rect]] = []
        x = y = 0
        for key in ("history.won", "history.not-won", "history.running"):
            mark = Rect(x, 0, px(20) if key == "history.running" else px(9), px(13))
            word = Rect(mark.right + gap(6), y, kit.lettering.width(self._text(key), self._legend_style), px(_LINE))
            if found and word.right > self.rect.w:
                y += word.h
                mark.x, word.x, word.y = 0, word.x - x, y
            mark.centery = word.centery
            found.append((key, mark, word))
            x = word.right + gap(18)
        return found

    @property
    def _legend_style(self) -> Style:
        return Style(self.kit.metrics.px(_SMALL))

    def _paint_legend(self, target: Surface, legend: Rect) -> None:
        """Each mark with its word, from where reading starts."""
        kit, theme, px = self.kit, self.kit.theme, self.kit.metrics.px
        for key, mark, word in self._legend():
            for box in (mark, word):
                box.move_ip(legend.topleft)
                if kit.right_to_left:
                    box.x = legend.x + legend.right - box.right
            if key == "history.won":
                pygame.draw.rect(target, theme.accent, mark, border_radius=px(2))
            elif key == "history.not-won":
                pygame.draw.rect(target, theme.quiet, mark, max(1, px(1.5)), border_radius=px(2))
            else:
                pygame.draw.line(target, theme.text, mark.midleft, mark.midright, max(1, px(2)))
            kit.write(target, self._text(key), self._legend_style, theme.quiet, word)
