"""The way in: which server, and under which name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from game.play.online.address import LONGEST, Address, parse_address
from game.ui.controls.namefield import NameField
from game.ui.controls.panels import Column
from game.ui.controls.textfield import Clipboard, TextField
from game.ui.controls.widgets import Button, Kind, Widget
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.online.panel import OnlinePanel

if TYPE_CHECKING:
    from game.ui.online.ways import Ways

_LONGEST_NAME = 24  # letters; the server takes no longer one


class DoorScene(OnlinePanel):
    """Asks for a server's address and the player's name."""

    def __init__(self, context: Context, ways: Ways) -> None:
        super().__init__(context, ways)
        known = context.settings.online
        #: What the fields hold, while they are built anew.
        self._kept = (known.server, known.name)

    def fill(self, column: Column) -> None:
        """Both fields, what is wrong with the address, and the two ways out."""
        text = self.context.text
        column.title(text("online.door"))
        column.paragraph(text("online.door.lead")).colour = self.context.theme.quiet
        column.space(8)
        column.heading(text("online.server"))
        column.place(self._server_field, 48, 0.0, 0.70)
        column.place(self._paste_button, 48, 0.72, 1.0)
        column.space(4)
        self._note = column.paragraph("", lines=2)
        self._note.style = Style(column.kit.metrics.small)
        column.heading(text("online.name"))
        column.place(self._name_field, 48)
        column.space(16)
        leave = (text("dialog.cancel"), self.leave, None, Kind.QUIET)
        _, self._go = column.buttons(leave, (text("online.connect"), self._connect, "play", Kind.PRIMARY))

    def _server_field(self, rect: Rect) -> Widget:
        context = self.context
        clipboard = Clipboard(context.copy, context.paste)
        hint = context.text("online.server.hint")
        self._server = TextField(self.kit, rect, hint, LONGEST, self._typed, self._connect, clipboard, context.now)
        return self._server

    def _name_field(self, rect: Rect) -> Widget:
        context = self.context
        clipboard = Clipboard(context.copy, context.paste)
        hint = context.text("online.name.hint")
        self._name = NameField(
            self.kit, rect, hint, _LONGEST_NAME, self._typed, self._connect, clipboard, context.now
        )
        return self._name

    def _paste_button(self, rect: Rect) -> Widget:
        return Button(self.kit, rect, self.context.text("newgame.paste"), self._paste, "paste")

    def _paste(self) -> None:
        self._server.paste()
        self.group.focus(self._server)

    def looks(self) -> None:
        """Nothing here depends on what the server says."""

    def begin(self) -> None:
        """What was typed, or else what is known already."""
        server, name = self._kept
        self._server.show(server)
        self._name.show(name)
        self.group.focus(self._name if server else self._server)
        self._typed("")

    def _typed(self, _: str) -> None:
        """Say what is wrong with the address while it is typed."""
        self._kept = (self._server.text, self._name.text)
        text, typed = self.context.text, self._server.text.strip()
        self._go.enabled = self._address() is not None
        wrong = bool(typed) and not self._go.enabled
        self._note.colour = self.context.theme.warning if wrong else self.context.theme.quiet
        self._note.say(text("online.server.wrong" if wrong else "online.server.note"))
        for widget in (self._note, self._go):
            self.stage.touch(widget)

    def _address(self) -> Address | None:
        try:
            return parse_address(self._server.text)
        except ValueError:
            return None

    def _connect(self) -> None:
        if not self._go.enabled:
            return
        server, name = self._server.text.strip(), self._name.text.strip()
        if not name:
            self._note.colour = self.context.theme.warning
            self._note.say(self.context.text("online.name.missing"))
            self.group.focus(self._name)
            self.stage.touch(self._note)
            return
        if (server, name) != (self.context.settings.online.server, self.context.settings.online.name):
            self.online.disconnect()
        self.context.change("online", "server", server)
        self.context.change("online", "name", name)
        self.ways.enter()
