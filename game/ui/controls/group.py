"""The controls of a scene together: which one a pointer is on, which one has the keys, and how each looks then."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect

from game.ui.controls.widgets import Widget

_SLACK = 8  # reference pixels that a press may wander before it draws along a control, or pulls what it is on
_KEYS = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.TEXTEDITING)


class WidgetGroup:
    """The controls of a scene: pointer, keyboard focus, and which of them looks how."""

    def __init__(self, widgets: list[Widget], touch: Callable[[Widget], None]) -> None:
        self.widgets = widgets
        #: Where controls can be seen; None: everywhere.
        self.area: Rect | None = None
        #: Those that can be seen outside of it.
        self.fixed: list[Widget] = []
        #: Called with a control that got the focus by key, to bring it into view.
        self.on_focus: Callable[[Widget], None] | None = None
        self._touch = touch
        self._pressed: Widget | None = None
        self._pressed_at = (0, 0)
        self._drawing = False

    def _set(self, widget: Widget, **state: bool) -> None:
        if any(getattr(widget, name) != value for name, value in state.items()):
            for name, value in state.items():
                setattr(widget, name, value)
            self._touch(widget)

    def at(self, point: tuple[int, int]) -> Widget | None:
        """The control under a point that can be used now."""
        inside = self.area is None or self.area.collidepoint(point)
        for widget in reversed(self.widgets):
            if widget.focusable and widget.enabled and widget.rect.collidepoint(point):
                return widget if inside or widget in self.fixed else None
        return None

    @property
    def focused(self) -> Widget | None:
        """The control that gets the keys."""
        return next((widget for widget in self.widgets if widget.focused), None)

    @property
    def writing(self) -> Rect | None:
        """The control that is written into; None if there is none."""
        current = self.focused
        return current.rect if current is not None and current.typed_into else None

    def focus(self, widget: Widget | None) -> None:
        """Give a control the keys."""
        for other in self.widgets:
            self._set(other, focused=other is widget)

    def handle(self, event: pygame.event.Event) -> bool:
        """Hand an event to the controls; True if one used it."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event.pos, event.touch)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(self.at(event.pos), event.pos)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._pressed is not None:
            return self._release(event.pos)
        if event.type in _KEYS:
            return self._key(event)
        return False

    def _move(self, at: tuple[int, int], touch: bool) -> bool:
        """A finger points at nothing while it only moves, and it is gone when it has been lifted."""
        under = None if touch else self.at(at)
        for widget in self.widgets:
            self._set(widget, hovered=widget is under)
        if self._pressed is None:
            return False
        across, down = self._wandered(at)
        self._drawing = self._drawing or (self._pressed.drawn_along and across > max(down, self._slack))
        if self._drawing:
            self._pressed.draw_along(at)
            self._touch(self._pressed)
        return True

    @property
    def _slack(self) -> int:
        return self.widgets[0].kit.metrics.px(_SLACK)

    def _wandered(self, at: tuple[int, int]) -> tuple[int, int]:
        """How far the pressed pointer is from where it went down, sideways and up or down."""
        return abs(at[0] - self._pressed_at[0]), abs(at[1] - self._pressed_at[1])

    def pulled(self, at: tuple[int, int]) -> bool:
        """True if a press has wandered so far up or down that it means what the controls are on, not a control."""
        if self._pressed is None or self._drawing:
            return False
        across, down = self._wandered(at)
        return down > max(across, self._slack)

    def let_go(self) -> None:
        """End a press: it asks for nothing."""
        if self._pressed is not None:
            self._set(self._pressed, pressed=False)
        self._pressed, self._drawing = None, False

    def _press(self, widget: Widget | None, at: tuple[int, int]) -> bool:
        self.focus(widget if widget is not None and widget.typed_into else None)
        self.let_go()
        if widget is None:
            return False
        self._pressed, self._pressed_at = widget, at
        self._set(widget, pressed=True)
        widget.press(at)
        return True

    def _release(self, at: tuple[int, int]) -> bool:
        widget, drawn = self._pressed, self._drawing
        assert widget is not None
        self.let_go()
        if not drawn and widget.enabled and widget.rect.collidepoint(at):
            widget.activate(at)
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        current = self.focused
        if current is not None and current.key(event):
            self._touch(current)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_TAB:
            self._move_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if event.key in (pygame.K_DOWN, pygame.K_UP) and current is not None:
            self._move_focus(1 if event.key == pygame.K_DOWN else -1)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and current is not None:
            current.activate()
            return True
        return False

    def _move_focus(self, by: int) -> None:
        stops = [widget for widget in self.widgets if widget.focusable and widget.enabled]
        if not stops:
            return
        current = self.focused
        following = stops[0 if by > 0 else -1]
        if current in stops:
            following = stops[(stops.index(current) + by) % len(stops)]
        self.focus(following)
        if self.on_focus is not None:
            self.on_focus(following)
