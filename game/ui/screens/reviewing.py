"""The review of a record at the replay viewer: its progress, its finding in words, and the mark on the timeline."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.session import Outcome
from game.engine.state import Move
from game.play.review import Finding, Review
from game.text.catalogue import Catalogue
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context
from game.ui.screens.playback import Playback
from game.ui.screens.viewing import ViewingScene
from game.ui.table.plate import Offer, Plate

#: Seconds between two pictures of the progress.
_BEAT = 0.2


class Reviewer:
    """Reviews the record of one viewing scene. The scene calls ``arranged``, ``news`` and ``rest``."""

    def __init__(self, context: Context, scene: ViewingScene, playback: Playback) -> None:
        self._context = context
        self._scene = scene
        self._steps = playback.line()
        self._playback = playback
        self._review: Review | None = None
        self._finding: Finding | None = None
        self.plate: Plate | None = None

    def start(self) -> None:
        """Begin, or show again what was found."""
        if self._finding is None and self._review is None:
            play = self._playback
            moves = [event for step in self._steps if isinstance(event := play.event(step), Move)]
            won = play.outcome(play.length) is Outcome.WON
            self._review = Review(play.record.deal, moves, won, self._context.solving, self._context.now)
        self._show()

    def arranged(self) -> None:
        """The scene was built anew."""
        there, self.plate = self.plate is not None, None
        self._mark()
        if there:
            self._show()

    def news(self) -> None:
        """Show how far it is, or what was found."""
        if self._review is None:
            return
        if self._review.poll():
            self._finding, self._review = self._review.finding, None
            self._mark()
            self._show()
        elif self.plate is not None and round(self._review.progress, 2) != round(self.plate.progress, 2):
            self.plate.progress = self._review.progress
            self._scene.stage.touch(self.plate)

    def wait(self) -> float | None:
        """Seconds until the progress is to be shown again."""
        return None if self._review is None else _BEAT

    def rest(self) -> None:
        """End what is not done; take the words away."""
        if self._review is not None:
            self._review.cancel()
            self._review = None
        self._take_down()

    def _take_down(self) -> None:
        if self.plate is None:
            return
        stage, group = self._scene.stage, self._scene.group
        for widget in self.plate.widgets:
            stage.remove(widget)
        stage.remove(self.plate)
        group.widgets = [widget for widget in group.widgets if widget not in self.plate.widgets]
        self.plate = None

    def _show(self) -> None:
        """Put the plate up, with what holds now."""
        text, scene = self._context.text, self._scene
        self._take_down()
        if self._finding is None:
            sentence, offers = text("review.working"), [Offer(text("review.stop"), "close", self.rest)]
        else:
            sentence, offers = finding_words(text, self._finding, self._step), self._offers(self._finding)
        view = scene.view_at(scene.step_shown)
        piles = [(pile, len(places)) for pile, places in view.places.items() if places and pile in scene.layout.slots]
        cards = [scene.layout.cards_in(view, pile, size) for pile, size in piles]
        title, working = text("review.title"), self._finding is None
        plate = Plate(scene.kit, scene.layout, scene.art, title, sentence, offers, self.rest, (), cards, working)
        self.plate = plate
        scene.group.widgets += plate.widgets
        scene.stage.add(plate, *plate.widgets)

    def _step(self, moves: int) -> int:
        """The step of the record at which so many moves of the line had been made."""
        return self._steps[moves - 1] if moves else 0

    def _mark(self) -> None:
        """Mark the stretch in which the game was lost."""
        found = self._finding
        if found is not None and found.won is not None and found.lost is not None:
            self._scene.transport.slider.mark = self._step(found.won), self._step(found.lost)
            self._scene.stage.touch(self._scene.transport.slider)

    def _offers(self, found: Finding) -> list[Offer]:
        if found.lost is None or found.lost == 0:
            return []
        before = self._step(found.lost) - 1

        def go() -> None:
            self.rest()
            self._scene.seek(before)

        return [Offer(self._context.text("review.go"), "play", go, Kind.PRIMARY)]


def finding_words(text: Catalogue, found: Finding, step: Callable[[int], int]) -> str:
    """What was found, in words; ``step`` gives the step of the record for a number of moves."""
    sentences = [_turning_words(text, found, step)]
    if found.shortest is not None:
        sentences.append(text.plural("review.shortest", found.shortest))
    return " ".join(sentences)


def _turning_words(text: Catalogue, found: Finding, step: Callable[[int], int]) -> str:
    won, lost = found.won, found.lost
    if found.taken:
        return text.plural("review.taken", found.length)
    if won == found.length:
        return text("review.to-the-end")
    if lost == 0:
        return text("lost.never")
    if won is not None and lost is not None:
        if lost == won + 1:
            return text("review.lost", move=step(lost))
        if won == 0:
            return text("review.deal-between", lost=step(lost))
        return text("review.between", won=step(won), lost=step(lost))
    if won is not None:
        return text("review.won-until", won=step(won)) if won else text("review.deal-won")
    return text("review.unknown") if lost is None else text("review.lost-from", lost=step(lost))
