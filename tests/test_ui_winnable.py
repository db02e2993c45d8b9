"""A player who asks for a deal that can be won: chosen by grade, never the same twice, remembered, and in words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pygame
import pytest

from game.engine.deals import Code
from game.engine.games import GAMES
from game.solver import bank
from game.solver.difficulty import Grade
from game.text.catalogue import languages
from game.ui.controls.fields import Choice
from tests.player import Player, assert_at_rest, assert_painted, playing
from tests.test_ui_newgame import assert_fits, choices, choose, dialog, says

SIZES = [(640, 480), (800, 600), (1280, 720)]


def chosen(player: Player) -> list[str]:
    """The words that stand on the accent, below the game's own row."""
    return [choice.words[choice.chosen] for choice in choices(player)[1:] if choice.chosen >= 0]


def dealt(player: Player) -> int:
    """The number of the deal at the table."""
    code = player.table.play.record().deal.code
    assert code is not None
    return code.number


def proven(player: Player, prefix: str, number: int) -> str:
    grade = bank.load(prefix).grade(number)
    assert grade is not None
    return player.sentence(f"proven.{grade.value}")


@pytest.mark.parametrize("prefix", GAMES)
@pytest.mark.parametrize("grade", Grade)
def test_a_deal_of_the_grade_is_dealt(tmp_path: Path, prefix: str, grade: Grade) -> None:
    with playing(tmp_path) as player:
        dialog(player, prefix)
        choose(player, f"grade.{grade.value}")
        assert chosen(player)[-1:] == [player.sentence(f"grade.{grade.value}")]
        left = len(bank.load(prefix).graded(grade))
        note = player.app.context.text.plural("newgame.winnable", left)
        practice = player.sentence("newgame.practice", note=note)
        assert says(player, practice if prefix == "ER1-S" else note)
        assert_painted(player)
        player.push("newgame.start")
        assert bank.load(prefix).grade(dealt(player)) is grade
        assert player.table.play.practice == (prefix == "ER1-S")
        assert_at_rest(player)
        dialog(player, prefix)
        note = player.app.context.text.plural("newgame.winnable", left - 1)
        assert any(note in sentence for sentence in player.texts)


def test_the_choice_is_remembered_for_each_game_and_over_a_restart(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        dialog(player, "KL1-3")
        choose(player, "grade.hard")
        player.push("newgame.start")
    with playing(tmp_path) as player:
        dialog(player, "KL1-3")
        assert chosen(player)[-1] == player.sentence("grade.hard")
        choose(player, "short.EA")
        assert chosen(player) == [player.sentence("source.random")]
        choose(player, "short.KL")
        choose(player, "rule.KL1-3")
        assert chosen(player)[-1] == player.sentence("grade.hard")
        choose(player, "source.random")
        player.push("newgame.start")
        dialog(player, "KL1-3")
        assert chosen(player)[-1] == player.sentence("source.random")


def test_what_was_decided_in_the_dialog_stays_when_the_game_changes(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        dialog(player, "KL1-1")
        choose(player, "grade.middle")
        choose(player, "short.RU")
        assert chosen(player)[-1] == player.sentence("grade.middle")
        choose(player, "source.daily")
        choose(player, "short.EA")
        assert chosen(player) == [player.sentence("source.daily")]


def test_a_typed_code_goes_first_and_gives_way_when_it_is_erased(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        dialog(player, "KL1-1")
        choose(player, "grade.easy")
        player.push("newgame.start")
        dialog(player, "KL1-1")
        player.type("K")
        assert chosen(player)[-1] == player.sentence("source.code")
        player.key(pygame.K_BACKSPACE)
        assert chosen(player)[-1] == player.sentence("grade.easy")


@pytest.mark.parametrize("prefix", [prefix for prefix in GAMES if prefix != "ER1-S"])
def test_a_typed_code_that_is_known_to_be_winnable_says_so(tmp_path: Path, prefix: str) -> None:
    number = next(iter(bank.load(prefix).eases))
    unknown = next(other for other in range(100) if other not in bank.load(prefix).eases)
    with playing(tmp_path) as player:
        dialog(player, None)
        player.type(str(Code(prefix, number)))
        assert says(player, proven(player, prefix, number))
        dialog(player, None)
        player.type(str(Code(prefix, unknown)))
        assert not any(says(player, player.sentence(f"proven.{grade.value}")) for grade in Grade)


def test_the_keyboard_alone_chooses_a_grade_and_deals(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        dialog(player, "RU1-C")
        grades = choices(player)[-1]
        while not grades.focused:
            player.key(pygame.K_TAB, pygame.KMOD_SHIFT)
        for expected in (Grade.EASY, Grade.MIDDLE, Grade.HARD):
            player.key(pygame.K_RIGHT)
            assert chosen(player)[-1] == player.sentence(f"grade.{expected.value}")
        player.key(pygame.K_LEFT)
        start = player.button("newgame.start")
        while not start.focused:
            player.key(pygame.K_TAB)
        player.key(pygame.K_RETURN)
        assert bank.load("RU1-C").grade(dealt(player)) is Grade.MIDDLE


def test_a_deal_that_was_refused_to_keep_the_open_game_stays_new(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("KL1-1-AAAAAAA")
        player.key(pygame.K_SPACE)  # draws
        assert player.table.play.moves
        for answer, fewer in (("dialog.keep", 0), ("newgame.deal", 1)):
            dialog(player, "KL1-1")
            choose(player, "grade.easy")
            before = player.app.context.winnable.left("KL1-1", Grade.EASY)
            player.push("newgame.start")
            player.push(answer)
            assert player.app.context.winnable.left("KL1-1", Grade.EASY) == before - fewer


def test_the_deal_of_the_day_is_not_dealt_again_as_a_winnable_one(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        dialog(player, "EA1-C")
        choose(player, "source.daily")
        player.push("newgame.start")
        number = dealt(player)
        grade = bank.load("EA1-C").grade(number)
        assert grade is not None
        winnable = player.app.context.winnable
        assert number not in winnable._new("EA1-C", grade)
        assert winnable.left("EA1-C", grade) == len(bank.load("EA1-C").graded(grade)) - 1


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES)
def test_the_dialog_fits_without_scrolling_in_every_language(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    (tmp_path / "settings.toml").write_text(f'[general]\nlanguage = "{language}"\n')
    with playing(tmp_path, size) as player:
        for prefix in GAMES:
            player.start(f"{prefix}-AAAAABB")  # there is a last one now: all words are offered
            dialog(player, prefix)
            choose(player, "grade.hard")
            assert player.scene._overflow == 0  # type: ignore[attr-defined]
            assert_fits(player)
            player.key(pygame.K_ESCAPE)


@pytest.mark.parametrize("damage", ["missing", "cut", "empty", "noise"])
def test_without_its_bank_a_game_offers_what_is_left_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    folder = tmp_path / "deals"
    shutil.copytree(bank.FOLDER, folder)
    path = bank.path_of("RU1-C", folder)
    whole = path.read_bytes()
    path.write_bytes({"cut": whole[:-7], "empty": b"", "noise": bytes(range(256)) * 20, "missing": b""}[damage])
    if damage == "missing":
        path.unlink()
    monkeypatch.setattr(bank.load, "__defaults__", (folder,))
    with playing(tmp_path) as player:
        dialog(player, "RU1-C")
        assert says(player, player.sentence("newgame.no_bank"))
        words = [word for choice in choices(player) for word in choice.words]
        assert player.sentence("source.daily") not in words and player.sentence("grade.easy") not in words
        assert_fits(player)
        player.push("newgame.start")
        assert player.table.play.spec.prefix == "RU1-C"
        dialog(player, "KL1-1")
        choose(player, "grade.easy")
        choose(player, "short.RU")
        assert chosen(player)[-1] == player.sentence("source.random")
        choose(player, "short.KL")
        choose(player, "source.daily")
        choose(player, "short.RU")
        assert chosen(player)[-1] == player.sentence("source.random")


def test_a_damaged_list_of_dealt_deals_is_told_once_and_kept(tmp_path: Path) -> None:
    (tmp_path / "dealt.json").write_text("{broken")
    with playing(tmp_path) as player:
        dialog(player, "RU1-C")
        place = tmp_path / "dealt.json.unreadable-1"
        assert any(player.sentence("dealt.aside", place="").split("{")[0][:40] in sentence for sentence in player.texts)
        assert place.read_text() == "{broken"
        player.push("dialog.fine")
        choose(player, "grade.easy")
        player.push("newgame.start")
        dialog(player, "RU1-C")
        assert isinstance(choices(player)[0], Choice)
    assert json.loads((tmp_path / "dealt.json").read_text())["RU1-C"]["choice"] == "easy"
