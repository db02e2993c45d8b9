"""What is told of games that are over: the history's pages, and a game's end with what was hidden."""

from __future__ import annotations

from game.engine.games import ERAM_SOLO
from game.net import fromserver
from game.net.fairness import commitment
from game.net.match import SEATS, Verdict
from game.net.protocol import PAGE
from game.server.matchworks import StoredMatch, load_match
from game.server.store import Row, Work
from game.server.tables import milliseconds
from game.server.works import StoredGame, history, solo_game, totals

_OTHER = {Verdict.WIN: Verdict.LOSS, Verdict.LOSS: Verdict.WIN}
_OVER = ("won", "finished", "abandoned")


def _verdict(seat: int, of_first: str) -> Verdict:
    verdict = Verdict(of_first)
    return verdict if seat == 0 else _OTHER.get(verdict, verdict)


def page_of(player: str, page: int) -> Work[fromserver.HistoryPage]:
    """A page of a player's games, from 0, with the figures over all of them."""
    count, rows = yield from history(player, page)
    figures = yield from totals(player)
    return fromserver.HistoryPage(page, -(-count // PAGE), tuple(map(_past, rows)), _totals(figures))


def _past(row: Row) -> fromserver.Past:
    game, number, state, score, moves, elapsed, closed, match, seat, verdict = row
    word = "" if verdict is None else _verdict(seat, verdict).value
    return fromserver.Past(
        game, number, state, score, moves, milliseconds(elapsed), milliseconds(closed), match or "", word
    )


def _totals(figures: Row) -> fromserver.Totals:
    games, wins, best, fastest, fewest, matches = figures
    verdicts = [_verdict(seat, verdict) for seat, verdict, count in matches for _ in range(count)]
    return fromserver.Totals(
        games,
        int(wins),
        best,
        None if fastest is None else milliseconds(fastest),
        fewest,
        len(verdicts),
        verdicts.count(Verdict.WIN),
        verdicts.count(Verdict.DRAW),
    )


def recall(player: str, of: str) -> Work[tuple[fromserver.Closed, fromserver.Reveal] | None]:
    """How a player's own match or solo game ended, and what was hidden; None if it is not over or not that player's."""
    match = yield from load_match(of)
    if match is not None:
        return (yield from _match(player, match))
    game = yield from solo_game(player, of)
    if game is None or game.state not in _OVER:
        return None
    return (yield from _solo(game))


def _solo(game: StoredGame) -> Work[tuple[fromserver.Closed, fromserver.Reveal]]:
    rows = yield "SELECT score, moves, name FROM game JOIN player ON player.id = player WHERE game.id = $1", (game.id,)
    score, moves, name = rows[0]
    board = fromserver.Board(name, game.state, score, tuple(event.event for event in game.events))
    proof = commitment(game.id, game.seed)
    return (
        fromserver.Closed(game.id, game.state, score, moves, milliseconds(game.elapsed)),
        fromserver.Reveal(game.id, ERAM_SOLO.prefix, game.seed.hex(), proof, (board,)),
    )


def _match(player: str, match: StoredMatch) -> Work[tuple[fromserver.Closed, fromserver.Reveal] | None]:
    seats = [seat for seat in SEATS if match.boards[seat].player == player]
    if not seats or match.state == "running":
        return None
    rows = yield "SELECT verdict, first_score, second_score FROM result WHERE match = $1", (match.id,)
    verdict, *scores = rows[0]
    seat = seats[0]
    mine = match.boards[seat]
    moves = yield "SELECT moves FROM game WHERE id = $1", (mine.id,)
    boards = tuple(
        fromserver.Board(
            match.names[at], match.boards[at].state, scores[at], tuple(e.event for e in match.boards[at].events)
        )
        for at in SEATS
    )
    closed = fromserver.Closed(
        mine.id,
        mine.state,
        scores[seat],
        moves[0][0],
        milliseconds(mine.elapsed),
        match.id,
        _verdict(seat, verdict).value,
        scores[1 - seat],
    )
    proof = commitment(match.id, match.seed)
    return closed, fromserver.Reveal(match.id, ERAM_SOLO.prefix, match.seed.hex(), proof, boards)
