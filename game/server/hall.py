"""Matches at one server: the queue, pairing, deadlines, and what is taken over from servers that are gone."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING

from game.engine.record import SEED_BYTES
from game.engine.refusal import IllegalEvent
from game.net import fromclient, fromserver, protocol
from game.net.protocol import CloseCode
from game.server import matchworks
from game.server.matchtable import MatchTable
from game.server.matchworks import NewMatch
from game.server.observe import log
from game.server.store import Fenced, StoreError
from game.server.tables import Table, encoded

if TYPE_CHECKING:
    from game.server.node import Node
    from game.server.player import Player

#: Seconds for which a server holds its matches without renewing, and between two renewals.
LEASE, BEAT = 5.0, 1.0
#: Seconds between two messages about the other player.
_OPPONENT_EVERY = 1.0


class Hall:
    """The matches of a node."""

    def __init__(self, node: Node, url: str) -> None:
        self._node = node
        self._url = url
        self._tables: dict[str, MatchTable] = {}
        self._deadlines: dict[str, asyncio.TimerHandle] = {}
        self._told: dict[tuple[str, str], tuple[float, bytes]] = {}
        self._to_tell: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._to_read: set[str] = set()
        self._reading = asyncio.Lock()
        self._woken = asyncio.Event()
        self._heart: asyncio.Task[None] | None = None
        self._beaten = 0.0

    # --- Life

    async def start(self) -> None:
        """Take over what another server left, and go on doing so."""
        store = self._node.store
        await store.run(matchworks.forget_nodes)
        await store.run(partial(matchworks.beat, self._node.id, self._url, LEASE))
        self._beaten = self._node.clock.now()
        await self._claim(store.exclusive)
        self._heart = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Let others take over at once."""
        if self._heart is not None:
            self._heart.cancel()
        for timer in (*self._deadlines.values(), *self._to_tell.values()):
            timer.cancel()
        await self._node.store.run(partial(matchworks.retire, self._node.id))

    @property
    def is_held(self) -> bool:
        """True while the database answers, so that this server holds its matches."""
        return self._node.clock.now() - self._beaten < LEASE

    def wake(self) -> None:
        """Something may have changed: look now rather than at the next beat."""
        self._woken.set()

    async def _beat(self) -> None:
        loop, store = asyncio.get_running_loop(), self._node.store
        due = loop.time()
        while True:
            try:
                if loop.time() >= due:
                    due = loop.time() + BEAT
                    await store.run(partial(matchworks.beat, self._node.id, self._url, LEASE))
                    self._beaten = self._node.clock.now()
                    await self._claim(exclusive=False)
                await self._read_again()
                await self._look_for_pairs()
            except (StoreError, Fenced) as error:
                log("no beat", logging.ERROR, fault=repr(error))
            except Exception as error:  # whatever it is, the matches of this server need the next beat
                log("no beat", logging.ERROR, error)
            self._woken.clear()
            try:
                async with asyncio.timeout(max(0.0, due - loop.time())):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def _read_again(self) -> None:
        """Read what was forgotten because it could not be stored: its deadline must come, whoever connects."""
        for match in list(self._to_read):
            await self._table(match)

    async def _claim(self, exclusive: bool) -> None:
        """Take over the matches of servers that are gone."""
        node = self._node
        while claimed := await node.store.run(partial(matchworks.claim, node.id, exclusive)):
            for match, downtime in claimed:
                table = await self._table(match)
                if table is None:
                    continue
                answer = table.resume(downtime, node.clock.now())
                outcome = "void" if answer.jobs else "resumed"
                node.metrics.claimed.add(outcome)
                log("match taken over", match=match, downtime=round(downtime, 3), outcome=outcome)
                node.settle(table, answer)

    # --- Messages

    async def receive(
        self, player: Player, message: fromclient.Queue | fromclient.LeaveQueue | fromclient.Leave
    ) -> None:
        """Act on a message about matches."""
        if isinstance(message, fromclient.Queue):
            await self._queue(player, message.rematch)
        elif isinstance(message, fromclient.LeaveQueue):
            await self.leave_queue(player)
            self._node.tell(encoded(player.id, fromserver.Waiting(player.waiting)))
        elif player.match is None or player.match.is_open(player.id):
            self._node.refuse(player, "no-match" if player.match is None else "not-finished")
        else:
            player.match = None
            solo = await self._node.solo_of(player)
            if solo.open:
                self._node.settle(solo, solo.look(self._node.clock.now()))

    async def _queue(self, player: Player, rematch: str) -> None:
        node = self._node
        if not node.competitive:
            node.refuse(player, "competitive-closed")
            return
        if player.match is not None:
            node.refuse(player, "in-match")
            return
        if rematch and not await node.store.run(partial(matchworks.took_part, player.id, rematch)):
            node.refuse(player, "no-such-game")
            return
        player.waiting = True
        await node.store.run(partial(matchworks.enqueue, player.id, rematch, node.id))
        node.tell(encoded(player.id, fromserver.Waiting(True)))
        await self._pair()

    async def leave_queue(self, player: Player) -> None:
        """Let a player wait no longer."""
        if player.waiting:
            player.waiting = False
            await self._node.store.run(partial(matchworks.dequeue, player.id, self._node.id))

    async def _pair(self) -> None:
        node = self._node
        while True:
            seed = secrets.token_bytes(SEED_BYTES)
            new = NewMatch(secrets.token_hex(8), seed, (secrets.token_hex(8), secrets.token_hex(8)))
            pair = await node.store.run(partial(matchworks.pair, new, node.id))
            if pair is None:
                return
            log("match", match=new.id)
            await self._table(new.id)
            elsewhere = False
            for identity in pair:
                player = node.players.get(identity)
                if player is None or player.peer is None:
                    elsewhere = True
                else:
                    await self.seat(player)
            if elsewhere:
                await node.store.notify(json.dumps({"paired": new.id, "by": node.id}))

    async def _look_for_pairs(self) -> None:
        """Seat those who wait here and were paired by another server."""
        waiting = [player for player in self._node.players.values() if player.waiting]
        for player in waiting:
            await self.seat(player)
        if waiting:
            await self._pair()

    # --- Seats

    async def seat(self, player: Player) -> bool:
        """Put a player to the match that runs, or send the client to where it is kept; False: there is none."""
        node = self._node
        found = await node.store.run(partial(matchworks.seated, player.id))
        if found is not None and not found.alive and found.node != node.id:
            await self._claim(exclusive=False)
            found = await node.store.run(partial(matchworks.seated, player.id))
        if found is None or player.peer is None:
            return False
        player.waiting = False
        if found.node != node.id:
            player.peer.send(protocol.encode(fromserver.Redirect(found.url)))
            player.peer.close(CloseCode.MOVED, "the match is kept elsewhere")
            return True
        table = await self._table(found.match)
        if table is None:
            return False
        player.match = table
        node.settle(table, table.look(player.id, node.clock.now()))
        return True

    async def _table(self, match: str) -> MatchTable | None:
        """The table of a running match that is this node's."""
        async with self._reading:
            if match in self._tables:
                return self._tables[match]
            if match in self._to_read:
                # The epoch moves on, so that nothing that the forgotten table still had on its way is written.
                await self._node.store.run(partial(matchworks.move_on, match, self._node.id))
                self._to_read.discard(match)
            stored = await self._node.store.run(partial(matchworks.load_match, match))
            if stored is None or stored.state != "running" or stored.node != self._node.id:
                return None
            try:
                table = MatchTable(stored)
            except IllegalEvent as error:
                log("unreadable match", logging.ERROR, match=match, fault=str(error))
                await self._node.store.run(partial(matchworks.void_match, match, stored.epoch))
                return None
            self._tables[match] = table
            self._node.metrics.matches.value = len(self._tables)
            self._await_deadline(table)
            return table

    def forget(self, table: Table) -> list[Player]:
        """Forget a match's table, to read it anew if it is still this node's; the players who sat there."""
        if not isinstance(table, MatchTable):
            return []
        players = [player for one in table.players if (player := self._node.players.get(one)) and player.match is table]
        if self._drop(table):
            self._to_read.add(table.id)
            self.wake()
        return players

    def _drop(self, table: MatchTable) -> bool:
        """Have a table no longer; False if that is so already."""
        if self._tables.get(table.id) is not table:
            return False
        del self._tables[table.id]
        self._node.metrics.matches.value = len(self._tables)
        self._deadlines.pop(table.id).cancel()
        for identity in table.players:
            player = self._node.players.get(identity)
            if player is not None and player.match is table:
                player.match = None
            timer = self._to_tell.pop((table.id, identity), None)
            if timer is not None:
                timer.cancel()
            self._told.pop((table.id, identity), None)
        return True

    # --- Time, the other player, the end

    def _await_deadline(self, table: MatchTable) -> None:
        loop, node = asyncio.get_running_loop(), self._node
        wait = max(0.0, table.match.deadline - node.clock.now())
        self._deadlines[table.id] = loop.call_later(wait, self._expire, table)

    def _expire(self, table: MatchTable) -> None:
        """A command that was stamped before the deadline was carried out when it arrived, so before this."""
        answer = table.expire(self._node.clock.now())
        if answer.jobs:
            self._node.settle(table, answer)
        elif not table.match.over:
            self._await_deadline(table)

    def progressed(self, table: MatchTable, player: str) -> None:
        """A player's event is durable: tell the other what it changed, once a second at most."""
        key = (table.id, player)
        if table.match.over or key in self._to_tell:
            return
        last, told = self._told.get(key, (0.0, b""))
        if table.opponent(player)[1] != told:
            loop = asyncio.get_running_loop()
            wait = max(0.0, last + _OPPONENT_EVERY - loop.time())
            self._to_tell[key] = loop.call_later(wait, self._tell_opponent, table, player)

    def _tell_opponent(self, table: MatchTable, player: str) -> None:
        key = (table.id, player)
        self._to_tell.pop(key, None)
        news = table.opponent(player)
        self._told[key] = asyncio.get_running_loop().time(), news[1]
        self._node.tell([news])

    def settled(self, table: Table) -> None:
        """All that a table was asked for is durable so far: a match that is over leaves the hall."""
        if isinstance(table, MatchTable) and not table.pending and table.match.over:
            verdict = table.match.verdict(0)
            if verdict is not None and self._drop(table):
                self._node.metrics.results.add(verdict.value)
                log("match over", match=table.id, verdict=verdict.value)
