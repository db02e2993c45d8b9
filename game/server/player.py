"""A player at this server."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.server.matchtable import MatchTable
    from game.server.peer import Peer
    from game.server.solotable import SoloTable


@dataclass(eq=False)
class Player:
    """Who is or was connected lately, and the tables that are at hand. ``gone`` is when the connection was lost."""

    id: str
    name: str
    epoch: int
    peer: Peer | None = None
    solo: SoloTable | None = None
    match: MatchTable | None = None
    waiting: bool = False
    gone: float = 0.0
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)
