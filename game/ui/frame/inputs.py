"""Between the pump and the loop: whatever device an event comes from, scenes see a pointer and a keyboard."""

from __future__ import annotations

from pygame.event import Event

from game.ui.frame.controllers import Controllers
from game.ui.frame.fingers import Fingers
from game.ui.frame.keyboards import with_latin_key
from game.ui.frame.loop import Pump
from game.ui.frame.scenes import SceneStack
from game.ui.frame.textinput import TextInput


class Inputs:
    """A pump in front of another one."""

    def __init__(self, pump: Pump, scenes: SceneStack, fingers: Fingers, controllers: Controllers) -> None:
        self._pump = pump
        self._scenes = scenes
        self._fingers = fingers
        self._controllers = controllers
        self._writing = TextInput()

    def now(self) -> float:
        """Seconds."""
        return self._pump.now()

    def events(self, timeout: float | None) -> list[Event]:
        """The pump's events, translated. A key that repeats ends the wait."""
        self._writing.follow(self._scenes.top.writing)
        repeat = self._controllers.wait()
        waits = [wait for wait in (timeout, repeat) if wait is not None]
        events = [with_latin_key(event) for event in self._pump.events(min(waits, default=None))]
        return self._controllers.translated(self._fingers.translated(events))
