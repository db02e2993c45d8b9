"""Reads the menus and dialogs aloud: what a screen says when it comes, what changes on it, and where the keyboard is.

It only looks at the scene on top, after each round of the loop; no scene has to know of it. What happens on a table is
the announcer's to tell.
"""

from __future__ import annotations

from game.text.cardnames import spelled_out
from game.ui.controls.captions import Caption
from game.ui.controls.panels import PanelScene
from game.ui.controls.spoken import spoken
from game.ui.controls.widgets import Label
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.screens.viewing import ViewingScene
from game.ui.table.table import TableScene


class Reader:
    """Remembers what was last to be read, and has what is new in it read."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scene: Scene | None = None
        self._texts: list[str] = []
        self._focus = ""

    def look(self) -> None:
        """Read what is new on the scene on top."""
        scene = self._context.scenes.top
        if scene is not self._scene:
            self._scene, self._texts, self._focus = scene, [], ""
        texts, focus = self._texts_of(scene), self._focus_of(scene)
        new = [text for text in texts if text not in self._texts]
        if focus != self._focus and focus:
            new.append(focus)
        self._texts, self._focus = texts, focus
        if new:
            catalogue = self._context.text
            sentence = " ".join(text if text.endswith((".", "!", "?", ":")) else f"{text}." for text in new)
            self._context.voice.say(spelled_out(catalogue, sentence), catalogue.language)

    @staticmethod
    def _texts_of(scene: Scene) -> list[str]:
        """What is to be read on a panel, below a game that is watched, or as advice at a table."""
        if isinstance(scene, PanelScene):
            labels = [widget for widget in scene.group.widgets if isinstance(widget, Label)]
            return [sentence for label in labels if (sentence := " ".join(label.lines))]
        if isinstance(scene, (TableScene, ViewingScene)):
            captions = [widget.text for widget in scene.group.widgets if isinstance(widget, Caption)]
            notice = scene.notice if isinstance(scene, ViewingScene) else None
            return [*captions, *([notice] if notice else [])]
        return []

    def _focus_of(self, scene: Scene) -> str:
        """What the control with the keyboard says."""
        if not isinstance(scene, (PanelScene, ViewingScene, TableScene)) or scene.group.focused is None:
            return ""
        return spoken(self._context.text, scene.group.focused, scene.group.widgets)
