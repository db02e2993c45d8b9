"""The page of games played, through the real loop: what it shows, how it is read, and what can be done from it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.engine.games import GAMES
from game.engine.record import Deal, Record, from_dict
from game.engine.session import Outcome
from game.storage.games import ID, PRACTICE, SavedGame
from game.storage.history import Entry, History, Line, Result
from game.ui.controls.chart import Chart
from game.ui.controls.gamelist import Heads, cells
from game.ui.look.lettering import Style
from game.ui.screens.dialogs import TellScene
from game.ui.screens.ledger import Row
from game.ui.screens.menu import MenuScene
from game.ui.screens.records import HistoryScene
from game.ui.table.table import TableScene
from tests.player import Player, Point, assert_painted, playing
from tests.support import golden

SIZES = [(640, 480), (800, 600), (1280, 720), (1920, 1080)]


def won(prefix: str) -> Record:
    return from_dict(golden(f"win-{prefix}")["record"])


def fill(folder: Path, count: int, prefixes: tuple[str, ...] = tuple(GAMES)) -> None:
    """Games of which every third is won, the others are left after some moves."""
    history = History(folder / "history.sqlite3")
    for number in range(count):
        prefix = prefixes[number % len(prefixes)]
        whole = won(prefix)
        saved = whole if number % 3 == 0 else replace(whole, events=whole.events[: 10 + number % 40])
        session = saved.replay()
        result = Result.WON if session.outcome is Outcome.WON else Result.ABANDONED
        if prefix == "ER1-S" and result is Result.ABANDONED:
            result = Result.FINISHED
        ended = f"2026-03-{1 + number // 24:02} {number % 24:02}:30"
        history.add(
            Entry(f"g{number}", prefix, result, ended, session.state.score, 60.0 + number, session.moves, saved)
        )


def leave_open(folder: Path, prefix: str, events: int = 6, **extra: object) -> None:
    saved = replace(won(prefix), events=won(prefix).events[:events], elapsed=75.0, extra={ID: "open", **extra})
    (folder / "games").mkdir(parents=True, exist_ok=True)
    slot = prefix + ("-practice" if PRACTICE in extra else "")
    (folder / "games" / f"{slot}.json").write_text(saved.to_json())


class Reader(Player):
    """A player who reads the page of games."""

    def open(self) -> None:
        """Open the page over what is there."""
        self.app.scenes.push(HistoryScene(self.app.context))
        self.turn()

    @property
    def page(self) -> HistoryScene:
        """The page, which must be on top."""
        assert isinstance(self.scene, HistoryScene), self.scene
        return self.scene

    @property
    def rows(self) -> list[Row]:
        """The games in the list."""
        return [widget.row for widget in self.page._rows if widget.row is not None]

    @property
    def figures(self) -> dict[str, str]:
        """All statistics by their names."""
        return {figure.name: figure.value for figure in (*self.page._headline, *self.page._details)}

    @property
    def said(self) -> str:
        """The sentence in place of the list."""
        return " ".join(self.page._sentence.lines)

    def see(self, rect: Rect) -> Point:
        """Scroll a control into view; its middle."""
        view = self.page._view
        for _ in range(40):
            if view.contains(rect):
                break
            notch = 1 if rect.y < view.y else -1
            self.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notch))
        return rect.center

    def choose(self, index: int) -> None:
        """Click a row."""
        self.click(self.see(self.page._rows[index].rect))

    def filter(self, prefix: str | None) -> None:
        """Click a word of the filter."""
        chips = self.widgets()[2]
        self.see(chips.rect)
        self.click(chips._cells()[[None, *GAMES].index(prefix)].center)  # type: ignore[attr-defined]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def reading(folder: Path, size: Point = (1280, 720)) -> Iterator[Reader]:
    player = Reader(folder, size)
    try:
        yield player
    finally:
        if player.app.scenes:
            player.quit()


@pytest.fixture
def reader(folder: Path) -> Iterator[Reader]:
    """A reader of 23 games, and no open one."""
    fill(folder, 23)
    for player in reading(folder):
        player.open()
        yield player


# --- What it shows


def test_without_games_it_says_so_in_words(folder: Path) -> None:
    for player in reading(folder):
        player.open()
        assert player.said == player.sentence("history.none")
        assert player.rows == []
        assert player.figures[player.sentence("history.games")] == "0"
        assert player.figures[player.sentence("history.fastest")] == player.sentence("history.unknown")
        assert not player.button("history.again").enabled
        assert not (folder / "history.sqlite3").exists()


def test_ten_games_a_page_the_newest_first_every_game_once(reader: Reader) -> None:
    dates = [[row.ended for row in reader.rows]]
    for _ in range(2):
        reader.click(reader.page._older.rect.center)
        dates.append([row.ended for row in reader.rows])
    assert [len(page) for page in dates] == [10, 10, 3]
    whole = [date for page in dates for date in page]
    assert whole == sorted(whole, reverse=True)
    assert len(set(whole)) == 23
    assert not reader.page._older.enabled
    assert reader.page._number.lines == [reader.sentence("history.page", page=3, pages=3)]
    reader.click(reader.page._newer.rect.center)
    assert [row.ended for row in reader.rows] == dates[1]


def test_the_figures_are_those_of_the_filter(reader: Reader) -> None:
    games, wins = reader.sentence("history.games"), reader.sentence("history.wins")
    assert (reader.figures[games], reader.figures[wins]) == ("23", "8")
    reader.filter("RU1-C")
    assert {row.variant for row in reader.rows} == {"RU1-C"}
    assert (reader.figures[games], reader.figures[wins]) == ("4", "4")
    assert reader.figures[reader.sentence("history.rate")] == reader.sentence("history.percent", percent=100)
    assert reader.figures[reader.sentence("history.best-score")] == "625"
    assert reader.figures[reader.sentence("history.fastest")] == "1:00"
    assert reader.figures[reader.sentence("history.fewest")] == str(won("RU1-C").replay().moves)
    assert reader.figures[reader.sentence("history.best-streak")] == "4"
    reader.filter(None)
    assert reader.figures[games] == "23"


def test_a_filter_without_games_says_so(folder: Path) -> None:
    fill(folder, 4, ("KL1-1",))
    for player in reading(folder):
        player.open()
        player.filter("EA1-C")
        assert player.said == player.sentence("history.none-of-these")
        player.filter("KL1-1")
        assert player.said == ""
        assert len(player.rows) == 4


def test_open_games_come_first_and_count_in_no_figure(folder: Path) -> None:
    fill(folder, 12)
    for player in reading(folder):
        leave_open(folder, "KL1-3")
        leave_open(folder, "RU1-C", 4, **{PRACTICE: True})
        player.open()
        assert {row.slot for row in player.rows[:2]} == {"KL1-3", "RU1-C-practice"}
        opened = next(row for row in player.rows if row.slot == "KL1-3")
        assert (opened.result, opened.moves, opened.elapsed) == (None, 6, 75.0)
        assert opened.code == str(won("KL1-3").deal.code)
        assert [row.slot for row in player.rows[2:]] == [None] * 8
        assert player.figures[player.sentence("history.games")] == "12"
        player.click(player.page._older.rect.center)
        assert len(player.rows) == 4
        player.filter("KL1-3")
        assert [row.slot for row in player.rows] == ["KL1-3", None, None]


def test_a_game_won_a_moment_ago_is_in_the_list(folder: Path) -> None:
    """The list waits for what is still being written."""
    record = won("RU1-C")
    for player in reading(folder):
        ended = replace(record, elapsed=61.0, extra={ID: "now"})
        player.app.context.store.keep(SavedGame(ended, ended.replay()))
        player.open()
        assert [(row.result, row.score) for row in player.rows] == [(Result.WON, 625)]


# --- What can be done from it


def test_a_deal_can_be_played_again_and_watched(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Deal] = []
    watched: list[Record] = []
    monkeypatch.setattr(reader.app.navigator, "start", started.append)
    monkeypatch.setattr(reader.app.navigator, "watch", watched.append)
    reader.choose(3)
    row = reader.rows[3]
    assert row.record is not None
    reader.push("history.again")
    reader.push("history.watch")
    assert started == [row.record.deal]
    assert watched == [row.record]


def test_playing_again_deals_the_same_cards(reader: Reader) -> None:
    reader.choose(5)
    record = reader.rows[5].record
    assert record is not None
    reader.push("history.again")
    assert reader.table.play.code == str(record.deal.code)
    assert reader.events == []


def test_an_open_game_is_continued(folder: Path) -> None:
    fill(folder, 2)
    for player in reading(folder):
        leave_open(folder, "KL1-3")
        player.open()
        player.choose(0)
        assert not player.button("history.watch").enabled
        player.push("history.resume")
        assert isinstance(player.scene, TableScene)
        assert player.events == list(won("KL1-3").events[:6])


def test_everything_can_be_done_by_keys(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[Record] = []
    monkeypatch.setattr(reader.app.navigator, "watch", watched.append)
    reader.page.group.focus(reader.page._rows[0])
    reader.key(pygame.K_DOWN)
    reader.key(pygame.K_RETURN)
    assert reader.page._chosen == reader.rows[1]
    assert reader.page.group.focused is reader.button("history.again")
    reader.key(pygame.K_TAB)
    reader.key(pygame.K_SPACE)
    assert watched == [reader.rows[1].record]
    reader.page.group.focus(reader.page._older)
    reader.key(pygame.K_RETURN)
    reader.key(pygame.K_RETURN)
    assert reader.page._sheet.page == 2
    assert reader.page.group.focused is reader.page._newer
    reader.key(pygame.K_ESCAPE)
    assert isinstance(reader.scene, MenuScene)


def test_without_a_chosen_game_the_buttons_do_nothing(reader: Reader) -> None:
    for key in ("history.again", "history.watch"):
        reader.push(key)
        reader.button(key).activate()
    assert isinstance(reader.scene, HistoryScene)
    reader.choose(1)
    reader.click(reader.page._older.rect.center)
    assert reader.page._chosen is None
    assert not reader.button("history.again").enabled


def test_a_row_that_is_empty_cannot_be_chosen(folder: Path) -> None:
    fill(folder, 2)
    for player in reading(folder):
        player.open()
        player.choose(5)
        assert player.page._chosen is None


# --- Faults


def test_a_damaged_database_is_a_sentence_and_no_crash(folder: Path) -> None:
    (folder / "history.sqlite3").write_bytes(b"no database" * 999)
    for player in reading(folder):
        aside = folder / "history.sqlite3.unreadable-1"
        assert aside.read_bytes() == b"no database" * 999
        assert isinstance(player.scene, TellScene)
        player.push("dialog.fine")
        (folder / "history.sqlite3").write_bytes(b"no database" * 999)
        player.open()
        assert player.said == player.sentence("history.unreadable")
        player.filter("KL1-1")
        assert player.said == player.sentence("history.unreadable")
        player.key(pygame.K_ESCAPE)
        assert isinstance(player.scene, MenuScene)


def test_a_locked_database_is_a_sentence_and_read_when_it_is_free_again(reader: Reader, folder: Path) -> None:
    holder = sqlite3.connect(folder / "history.sqlite3")
    holder.execute("BEGIN EXCLUSIVE")
    reader.filter("KL1-1")
    assert reader.said == reader.sentence("history.unreadable")
    holder.rollback()
    holder.close()
    reader.filter(None)
    assert len(reader.rows) == 10


def test_an_open_game_that_cannot_be_read_is_told(folder: Path) -> None:
    fill(folder, 2)
    for player in reading(folder):
        (folder / "games").mkdir(exist_ok=True)
        (folder / "games" / "KL1-1.json").write_text("{")
        player.open()
        assert not isinstance(player.scene, HistoryScene)
        player.key(pygame.K_ESCAPE)
        assert len(player.rows) == 2


# --- How it looks


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps_or_leaves_the_panel_in_any_size_and_direction(
    size: Point, language: str, folder: Path
) -> None:
    fill(folder, 40)
    for player in reading(folder, size):
        player.app.context.text.language = language
        player.open()
        # The title is as wide as the panel, and the pages stand in the free part of the heads' row.
        title = player.widgets()[0]
        shown = [widget for widget in player.widgets() if widget not in (title, player.page._sentence)]
        panel = player.page.panel
        for index, widget in enumerate(shown):
            assert panel.x < widget.rect.x
            assert widget.rect.right < panel.right
            for other in shown[index + 1 :]:
                both = widget.rect.clip(other.rect)
                assert not both.w or not both.h or isinstance(widget, Heads)
        heads = next(widget for widget in shown if isinstance(widget, Heads))
        word = cells(heads.kit, heads.rect).word
        assert not word.colliderect(player.page._older.rect.union(player.page._newer.rect))
        assert_painted(player)
        player.choose(9)
        assert player.page._chosen == player.rows[9]
        assert player.page._view.contains(player.button("history.again").rect)
        assert_painted(player)


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_texts_of_a_row_fit_into_their_columns(size: Point, language: str, folder: Path) -> None:
    fill(folder, 40)
    for player in reading(folder, size):
        player.app.context.text.language = language
        player.open()
        widget = player.page._rows[0]
        at = cells(widget.kit, widget.rect)
        font = widget.kit.lettering.font
        plain, bold = font(Style(widget.kit.metrics.small)), font(Style(widget.kit.metrics.small, bold=True))
        assert plain.size("2026-03-28 20:48")[0] <= at.date.w
        assert plain.size("RU1-C-MMMMMMM")[0] <= at.code.w + widget.kit.metrics.px(8)
        assert max(bold.size(player.sentence(f"variant.{prefix}"))[0] for prefix in GAMES) <= at.name.w
        assert plain.size("Abandoned")[0] <= at.word.w
        assert plain.size("10:44:44")[0] <= at.time.w
        assert bold.size("-1000")[0] <= at.score.w


def test_resizing_keeps_page_filter_and_figures(reader: Reader) -> None:
    reader.click(reader.page._older.rect.center)
    before = [row.ended for row in reader.rows]
    figures = reader.figures
    for size in SIZES:
        reader.resize(size)
        assert [row.ended for row in reader.rows] == before
        assert reader.figures == figures


def test_nothing_moves_while_nothing_happens(reader: Reader) -> None:
    reader.turn()
    assert not reader.scene.stage.changed
    assert not reader.scene.animated


def test_won_and_lost_differ_in_form_not_only_in_colour(reader: Reader) -> None:
    """In grey, a won bar is full and a lost one hollow."""
    chart = next(widget for widget in reader.widgets() if isinstance(widget, Chart))
    picture = pygame.Surface(reader.app.scenes.size)
    fields = {}
    for result in (Result.WON, Result.ABANDONED):
        chart.show([Line(result, 600, 60.0, 70)])
        chart._rates = ()
        picture.fill((0, 0, 0))
        chart.paint(picture, 1.0)
        ground = pygame.transform.grayscale(picture)
        inside = Rect(chart.rect.x + 40, chart.rect.y + 60, chart.rect.w // 8, chart.rect.h // 2)
        pixels = pygame.PixelArray(ground.subsurface(inside))
        fields[result] = sum(pixels[x, y] & 255 > 120 for x in range(inside.w) for y in range(inside.h))
        pixels.close()
    assert fields[Result.WON] > 2 * fields[Result.ABANDONED] > 0


def test_the_page_is_reached_from_the_menu(folder: Path) -> None:
    fill(folder, 3)
    with playing(folder) as player:
        player.push("menu.history")
        assert isinstance(player.scene, HistoryScene)
