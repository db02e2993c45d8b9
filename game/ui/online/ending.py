"""The end of a game online: the question, the wait for the other player, the result, and whether all was fair."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from game.engine.session import Outcome
from game.ui.controls.panels import Column
from game.ui.controls.widgets import Align, Kind, Label
from game.ui.frame.context import Context
from game.ui.online.panel import OnlinePanel
from game.ui.screens.records_io import write_record
from game.ui.table.hud import clock_text

if TYPE_CHECKING:
    from game.play.online.club import Ending, Match
    from game.play.online.play import OnlinePlay
    from game.ui.online.ways import Ways


class FinishScene(OnlinePanel):
    """The finish is final, so it is asked for. If the game ends meanwhile, there is nothing left to ask."""

    width = 460

    def __init__(self, context: Context, ways: Ways, play: OnlinePlay, finish: Callable[[], None]) -> None:
        super().__init__(context, ways)
        self._play = play
        self._finish = finish

    def fill(self, column: Column) -> None:
        """The question and the answers."""
        text = self.context.text
        column.paragraph(text("online.finish.match" if self._play.timed else "finish.question"))
        column.space(22)
        no = (text("dialog.keep"), self.leave, None, Kind.PLAIN)
        self._no, _ = column.buttons(no, (text("finish.yes"), self._accept, None, Kind.PRIMARY))

    def begin(self) -> None:
        """Enter alone must not lose anything."""
        self.group.focus(self._no)

    def looks(self) -> None:
        """Nothing here depends on what the server says."""

    def attend(self) -> None:
        """Nothing can be finished that is over."""
        if self._play.over:
            self.leave()

    def _accept(self) -> None:
        self.leave()
        self._finish()


class AwaitScene(OnlinePanel):
    """One's own board is closed, and the other player still plays."""

    width = 520

    def __init__(self, context: Context, ways: Ways, match: Match) -> None:
        super().__init__(context, ways)
        self._match = match

    def fill(self, column: Column) -> None:
        """Both scores, the time that is left, and the ways out."""
        text, match = self.context.text, self._match
        column.title(text("online.await"))
        self.standing(column)
        column.space(8)
        score = match.play.score if match.play is not None else 0
        column.paragraph(text("online.await.mine", score=score))
        self._theirs = column.paragraph(self._their_words(), lines=2)
        column.space(18)
        look = (text("online.await.look"), self.leave, "watch", Kind.PLAIN)
        go = (text("online.await.leave"), self._go, "menu", Kind.PLAIN)
        self._look, _ = column.buttons(look, go)

    def _their_words(self) -> str:
        text, match = self.context.text, self._match
        time = clock_text(match.play.elapsed if match.play is not None else 0)
        name = match.opponent or text("online.nameless")
        return text("online.await.theirs", name=name, score=match.score, cards=match.progress, time=time)

    def begin(self) -> None:
        """Enter goes back to the table."""
        self.group.focus(self._look)

    def attend(self) -> None:
        """Say how far the other player is; when the match is over, to its result."""
        if self._match.ending is not None:
            self.leave()
            return
        before = self._theirs.lines
        self._theirs.say(self._their_words())
        if self._theirs.lines != before:
            self.stage.touch(self._theirs)

    def wake_after(self) -> float | None:
        """To the clock's next second."""
        waits = [super().wake_after(), None if self._match.play is None else self._match.play.next_second()]
        return min((wait for wait in waits if wait is not None), default=None)

    def _go(self) -> None:
        """To the lobby; the result is told when there is one."""
        if self.online.club is not None and self.online.club.match is self._match:
            self.online.club.leave_match()
        self.ways.lobby()


class ResultPanel(OnlinePanel):
    """What results have in common: figures, whether the deal was as promised, and the record as a file."""

    width = 560

    def __init__(self, context: Context, ways: Ways) -> None:
        super().__init__(context, ways)
        self._kept = ""

    def ending(self) -> Ending | None:
        """How the game ended, as far as it has been told."""
        raise NotImplementedError

    def looks(self) -> Hashable:
        """The state, and what is known of the end."""
        ending = self.ending()
        return self.online.state, ending is not None, ending is not None and ending.reveal is not None, self._kept

    def _fairness(self, column: Column) -> None:
        """The deal's commitment, judged in words; what it was can be kept."""
        text, theme, ending = self.context.text, self.context.theme, self.ending()
        told = ending is not None and ending.reveal is not None
        key = "online.fair.waiting" if not told else "online.fair.yes" if ending and ending.fair else "online.fair.no"
        words: Label = column.paragraph(text(key), align=Align.CENTRE)
        words.colour = theme.warning if key == "online.fair.no" else theme.quiet
        column.space(8)
        keep = column.button(self._kept or text("online.keep"), self._keep, "export", Kind.QUIET)
        keep.enabled = told and not self._kept

    def _keep(self) -> None:
        """Write the record with its proof where exported records are."""
        ending, text = self.ending(), self.context.text
        if ending is None or ending.reveal is None:
            return
        from game.play.online.proof import record_of  # noqa: PLC0415 - loaded by then

        try:
            path = write_record(record_of(ending.reveal), self.context.exports)
            self._kept = text("online.kept", name=path.name)
        except OSError:
            self._kept = text("online.not-kept")
        self.context.scenes.rebuild_top()

    def leave(self) -> None:
        """To the lobby: the game is over."""
        self.ways.lobby()


class SoloResultScene(ResultPanel):
    """What was reached in a solo game."""

    def __init__(self, context: Context, ways: Ways, play: OnlinePlay) -> None:
        super().__init__(context, ways)
        self._play = play
        self._asked = False

    def ending(self) -> Ending | None:
        """As the server told it."""
        club = self.online.club
        return club.solo_ending if club is not None and club.solo is self._play else None

    def fill(self, column: Column) -> None:
        """Score, time, moves, the proof, and where to go from here."""
        text, play = self.context.text, self._play
        won = play.outcome is Outcome.WON
        column.title(text("won.title" if won else "finish.title")).align = Align.CENTRE
        column.space(4)
        column.paragraph(text("won.result", score=play.score, time=clock_text(play.elapsed)), align=Align.CENTRE)
        column.paragraph(text.plural("won.moves", play.moves), align=Align.CENTRE)
        column.space(10)
        self._fairness(column)
        column.space(12)
        again = (text("won.again"), self._again, "restart", Kind.PLAIN)
        new = (text("won.new"), self._new, "new", Kind.PRIMARY)
        for button in column.buttons(again, new):
            button.enabled = self.connected and not self._asked
        column.space(8)
        column.button(text("online.lobby"), self.leave, "menu", Kind.QUIET)

    def attend(self) -> None:
        """To the game that was asked for."""
        club = self.online.club
        if not self.connected:
            self._asked = False
        elif self._asked and club is not None and club.solo is not None and club.solo is not self._play:
            self.ways.table(club.solo, True)

    def _again(self) -> None:
        if self.online.club is not None:
            self.online.club.deal_again(self._play.game)
            self._asked = True

    def _new(self) -> None:
        if self.online.club is not None:
            self.online.club.new_game()
            self._asked = True


class MatchResultScene(ResultPanel):
    """Who won a match, and that both had the deal that was promised."""

    def __init__(self, context: Context, ways: Ways, match: Match) -> None:
        super().__init__(context, ways)
        self._match = match

    def ending(self) -> Ending | None:
        """As the server told it."""
        return self._match.ending

    def fill(self, column: Column) -> None:
        """The verdict, both scores, the proof, both boards to watch, and where to go from here."""
        text, match, ending = self.context.text, self._match, self._match.ending
        assert ending is not None
        closed, name = ending.closed, match.opponent or text("online.nameless")
        column.title(text(f"online.verdict.{closed.verdict}")).align = Align.CENTRE
        column.space(4)
        scores = text("online.scores", mine=closed.score, name=name, theirs=closed.opponent_score)
        column.paragraph(scores, align=Align.CENTRE)
        ended = text(f"online.ended.{closed.outcome}", time=clock_text(closed.time_ms / 1000))
        column.paragraph(ended, align=Align.CENTRE).colour = self.context.theme.quiet
        column.space(10)
        self._fairness(column)
        column.space(4)
        mine, theirs = self._seats(ending)
        for button, seat in zip(
            column.buttons(
                (text("online.watch.mine"), lambda: self._watch(mine), "watch", Kind.QUIET),
                (text("online.watch.theirs"), lambda: self._watch(theirs), "watch", Kind.QUIET),
            ),
            (mine, theirs),
            strict=True,
        ):
            button.enabled = seat is not None
        column.space(12)
        self._further(column)

    def _further(self, column: Column) -> None:
        text = self.context.text
        rematch = (text("online.rematch"), self._rematch, "restart", Kind.PRIMARY)
        other = (text("online.match.find"), self._queue, "opponent", Kind.PLAIN)
        for button in column.buttons(rematch, other):
            button.enabled = self.connected and self.online.club is not None and self.online.club.competitive
        column.space(8)
        column.button(text("online.lobby"), self.leave, "menu", Kind.QUIET)

    def _seats(self, ending: Ending) -> tuple[int | None, int | None]:
        """Which of the revealed boards are one's own and the other player's; two of one name are told by the result."""
        boards = () if ending.reveal is None else ending.reveal.boards
        if len(boards) != 2:
            return None, None
        closed = ending.closed
        likely = [
            (board.name != self._match.opponent, (board.outcome, board.score) == (closed.outcome, closed.score))
            for board in boards
        ]
        mine = likely.index(max(likely))
        return mine, 1 - mine

    def _watch(self, seat: int | None) -> None:
        if self._match.ending is not None and seat is not None:
            self.ways.watch(self._match.ending, seat)

    def _rematch(self) -> None:
        self._wait(self._match.id)

    def _queue(self) -> None:
        self._wait("")

    def _wait(self, rematch: str) -> None:
        club = self.online.club
        if club is not None:
            club.queue(rematch)
            self.ways.waiting()


