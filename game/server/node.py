"""One server: who is connected, what each message leads to. What is replied leaves when it is durable."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Coroutine
from functools import partial
from typing import Any

from game.engine.record import SEED_BYTES, ReplayError
from game.net import fromclient, fromserver, protocol
from game.net.protocol import CloseCode
from game.server import works
from game.server.clock import Clock
from game.server.delivery import Delivery
from game.server.hall import Hall
from game.server.observe import Metrics, log
from game.server.peer import Peer
from game.server.player import Player
from game.server.recall import page_of, recall
from game.server.solotable import SoloTable
from game.server.store import Fenced, Store
from game.server.tables import Lookup, Table, encoded, event_text, milliseconds

#: Seconds after which the tables of a player who is gone are forgotten; more than any gap that counts.
_FORGET = 600.0


def make_key() -> str:
    """A new identity: 64 random bits, which are no secret."""
    return secrets.token_hex(8)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class Node(Delivery):
    """A server's state and its acts. ``url`` is where clients of other servers are sent to."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics, url: str, competitive: bool) -> None:
        super().__init__(store, metrics)
        self.id = make_key()
        self.clock = clock
        self.competitive = competitive
        self.hall = Hall(self, url)

    # --- Connections

    async def welcome(self, peer: Peer, hello: fromclient.Hello) -> Player | None:
        """Let a connection in, as a known player or a new one; None: its token is not known."""
        name = "".join(char for char in hello.name if char.isprintable()).strip()
        token, resume = "", secrets.token_urlsafe(32)
        if hello.token or hello.resume:
            by_token, by_resume = (_digest(word) if word else None for word in (hello.token, hello.resume))
            row = await self.store.run(partial(works.sign_in, by_token, by_resume, name, _digest(resume), self.id))
            if row is None:
                return None
        else:
            token = secrets.token_urlsafe(32)
            row = await self.store.run(
                partial(works.sign_up, make_key(), name, _digest(token), _digest(resume), self.id)
            )
        player = self._enter(row, peer)
        now = milliseconds(self.clock.now())
        peer.send(
            protocol.encode(fromserver.Welcome(player.id, player.name, resume, now, self.competitive, token)),
        )
        if row.before != self.id:
            await self.store.notify(json.dumps({"taken": player.id, "by": self.id}))
        if player.peer is peer:
            await self.show(player)
        return player

    def _enter(self, row: works.PlayerRow, peer: Peer) -> Player:
        player = self.players.get(row.id)
        if player is None or player.epoch != row.epoch:
            # Tables of an older epoch are those of before the player was elsewhere.
            before, player = player, Player(row.id, row.name, row.epoch)
            player.peer = before.peer if before is not None else None
            self.players[row.id] = player
        player.name = row.name
        if player.peer is not None:
            player.peer.close(CloseCode.TAKEN_OVER, "a newer connection of this player")
        player.peer = peer
        self.metrics.players.value = len(self.players)
        return player

    async def leave(self, player: Player, peer: Peer) -> None:
        """A connection is gone. The tables stay."""
        if player.peer is peer:
            player.peer = None
            player.gone = self.clock.now()
            await self.hall.leave_queue(player)

    def taken(self, identity: str) -> None:
        """A player was welcomed by another server."""
        player = self.players.pop(identity, None)
        if player is not None and player.peer is not None:
            player.peer.close(CloseCode.TAKEN_OVER, "a newer connection of this player")

    def sweep(self) -> None:
        """Close connections that are silent, forget players who are gone for long."""
        now = self.clock.now()
        for player in list(self.players.values()):
            if player.peer is not None:
                if now - player.peer.heard > protocol.SILENCE:
                    player.peer.close(CloseCode.SILENT, "nothing was heard")
            elif now - player.gone > _FORGET and (player.solo is None or not player.solo.pending):
                del self.players[player.id]
        self.metrics.players.value = len(self.players)

    async def show(self, player: Player) -> None:
        """Tell a player what is on the table: a match that runs, or else the open solo game."""
        if await self.hall.seat(player):
            return
        solo = await self.solo_of(player)
        if solo.open:
            self.settle(solo, solo.look(self.clock.now()))

    def resync(self, player: Player) -> None:
        """Tell a player where things stand, instead of all that was not read."""
        now = self.clock.now()
        if player.match is not None:
            self.settle(player.match, player.match.look(player.id, now))
        elif player.solo is not None and player.solo.open:
            self.settle(player.solo, player.solo.look(now))

    # --- Messages

    def receive(self, player: Player, text: str, stamp: float) -> Coroutine[Any, Any, None] | None:
        """Act on a message that arrived at ``stamp``; ``Malformed`` if it is none.

        What takes longer, because something must be read first, is returned to be awaited.
        """
        message = fromclient.read(text)
        self.metrics.received.add(type(message).__name__.lower())
        if isinstance(message, fromclient.Cmd | fromclient.Undo | fromclient.FinishConfirm):
            return self._order(player, message, stamp)
        if isinstance(message, fromclient.Ping):
            self.tell(encoded(player.id, fromserver.Pong(milliseconds(stamp))))
            return None
        if isinstance(message, fromclient.Hello):
            raise protocol.Malformed("a second hello")
        return self._ask(player, message, stamp)

    async def _ask(self, player: Player, message: fromclient.FromClient, stamp: float) -> None:
        if isinstance(message, fromclient.FinishAsk):
            await self._finish_ask(player, message.game, stamp)
        elif isinstance(message, fromclient.New):
            solo = await self.solo_of(player)
            self.settle(solo, solo.new(stamp))
        elif isinstance(message, fromclient.Replay):
            await self._replay(player, message.game, stamp)
        elif isinstance(message, fromclient.History):
            self.tell(encoded(player.id, await self.store.run(partial(page_of, player.id, message.page))))
        elif isinstance(message, fromclient.Recall):
            told = await self.store.run(partial(recall, player.id, message.of))
            self.tell(encoded(player.id, *told) if told else self._err(player, "no-such-game", message.of))
        elif isinstance(message, fromclient.Queue | fromclient.LeaveQueue | fromclient.Leave):
            await self.hall.receive(player, message)

    def _order(self, player: Player, order: fromclient.Order, stamp: float) -> Coroutine[Any, Any, None] | None:
        match, solo = player.match, player.solo
        then = None
        if match is not None and order.game == match.game_of(player.id):
            table: Table = match
            answer = match.order(player.id, order, stamp)
            then = partial(self.hall.progressed, match, player.id) if answer.jobs else None
        elif solo is not None and order.game == solo.game:
            table, answer = solo, solo.order(order, stamp)
        elif solo is None:
            return self._order_later(player, order, stamp)
        else:
            return self._again(player, Lookup(order.game, order.cid, event_text(order)))
        if answer.lookup is not None:
            return self._again(player, answer.lookup)
        self.settle(table, answer, then)
        return None

    async def _order_later(self, player: Player, order: fromclient.Order, stamp: float) -> None:
        await self.solo_of(player)
        rest = self._order(player, order, stamp)
        if rest is not None:
            await rest

    async def _again(self, player: Player, lookup: Lookup) -> None:
        """The reply to a command that was carried out long ago, or in a game that is off the table."""
        found = await self.store.run(partial(works.reply_to, lookup.game, player.id, lookup.cid))
        if found is not None and found[0] == lookup.event:
            self.tell([(player.id, found[1])])
        else:
            self.tell(self._err(player, "no-such-game", lookup.game, lookup.cid))

    async def _finish_ask(self, player: Player, game: str, stamp: float) -> None:
        match = player.match
        if match is not None and game == match.game_of(player.id):
            self.settle(match, match.finish_ask(player.id, stamp))
            return
        solo = await self.solo_of(player)
        if game and game == solo.game:
            self.settle(solo, solo.finish_ask(stamp))
        else:
            self.tell(self._err(player, "no-such-game", game))

    async def _replay(self, player: Player, game: str, stamp: float) -> None:
        stored = await self.store.run(partial(works.solo_game, player.id, game))
        if stored is None:
            self.tell(self._err(player, "no-such-game", game))
            return
        solo = await self.solo_of(player)
        self.settle(solo, solo.replay(stored.seed, stamp))

    def _err(self, player: Player, code: str, game: str = "", cid: int = 0) -> list[tuple[str, bytes]]:
        self.metrics.refused.add(code)
        return encoded(player.id, fromserver.Err(code, cid, 0, game))

    def refuse(self, player: Player, code: str) -> None:
        """Tell a player that a message was refused."""
        self.tell(self._err(player, code))

    async def solo_of(self, player: Player) -> SoloTable:
        """A player's solo table, read if it is not there."""
        async with player.reading:
            if player.solo is None:
                fence = works.Fence(player.id, None, player.epoch)
                stored, counted = await self.store.run(partial(works.open_solo, player.id))
                make = partial(SoloTable, fence, player.name)
                rest = partial(secrets.token_bytes, SEED_BYTES), make_key, self.clock.now()
                try:
                    player.solo = make(stored, counted, *rest)
                except ReplayError as error:
                    assert stored is not None
                    log("unreadable game", logging.ERROR, game=stored.id, fault=str(error))
                    ended = works.Ended(stored.id, len(stored.events), "void", 0, 0, stored.elapsed)
                    await self.store.run(partial(works.end_game, fence, ended))
                    player.solo = make(None, counted + 1, *rest)
            return player.solo

    def settled(self, table: Table) -> None:
        """A match that is over leaves the hall."""
        self.hall.settled(table)

    def failed(self, table: Table, error: Exception) -> None:
        """The table is forgotten, and its players begin anew from what is stored."""
        fenced = isinstance(error, Fenced)
        players = self.hall.forget(table)
        for player in self.players.values():
            if player.solo is table:
                player.solo = None
                players = [player]
                break
        log("not stored", logging.WARNING if fenced else logging.ERROR, fault=repr(error))
        for player in players:
            if player.peer is not None:
                if fenced:
                    player.peer.close(CloseCode.MOVED, "this is kept elsewhere now: connect again")
                else:
                    player.peer.close(CloseCode.STORAGE, "this could not be kept: connect again")

    # --- Life

    async def start(self) -> None:
        """Take up what the server of before left."""
        await self.hall.start()
        await self.store.listen(self._heard)

    def _heard(self, text: str) -> None:
        """Another server woke this one."""
        try:
            told = json.loads(text)
        except ValueError:
            return
        if told.get("by") != self.id:
            if "taken" in told:
                self.taken(told["taken"])
            self.hall.wake()

    async def stop(self) -> None:
        """Let other servers take over."""
        await self.hall.stop()
