"""A crash of a scene: a report without a name in it, a plain screen, and the game goes on. And the log's bounds."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from pygame.event import Event

from game import opening
from game.engine.record import from_json
from game.storage import journal, reports, settings
from game.storage.journal import Journal
from game.ui.screens.crash import CrashScene
from game.ui.screens.menu import MenuScene
from tests.player import Player, playing


def break_(player: Player) -> None:
    """Have the scene on top fail at the next event."""

    def fail(event: Event) -> None:
        raise RuntimeError(f"broken in {Path.home() / 'secret'}")

    player.scene.handle = fail  # type: ignore[method-assign]
    player.pump.queue.append(Event(0x300, key=0, mod=0, unicode=""))
    player.app.turn()


def only_report(folder: Path) -> str:
    (path,) = (folder / "reports").iterdir()
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "ro", "ar"])
def test_a_crash_at_the_table_tells_the_game_and_goes_on(tmp_path: Path, language: str) -> None:
    with playing(tmp_path, (800, 600)) as player:
        player.app.change("general", "language", language)
        player.start("RU1-R-AAAAAAC")
        player.settle()
        player.play("t2:3>t1")
        player.settle()
        break_(player)
        assert isinstance(player.scene, CrashScene)
        report = only_report(tmp_path)
        lines = report.splitlines()
        played = from_json(lines[lines.index("The game that was played:") + 1])
        assert (str(played.deal.code), played.events) == ("RU1-R-AAAAAAC", ("t2:3>t1",))
        assert "RuntimeError: broken in" in report
        player.push("crash.copy")
        assert player.clipboard == report
        assert player.offers("crash.copied")
        player.push("crash.go-on")
        assert isinstance(player.scene, MenuScene)
        player.push("menu.continue")
        player.settle()
        assert player.events == ["t2:3>t1"]
    assert " crash {" in (tmp_path / "waraq.log").read_text()


def test_a_game_dealt_in_secret_stays_secret_in_the_report(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.app.navigator.start_secret()
        player.settle()
        break_(player)
        assert "No game whose cards are known" in only_report(tmp_path)


def test_a_crash_of_the_plain_screen_ends_the_program_with_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise RuntimeError("nothing works")

    monkeypatch.setattr(opening, "_play", broken)
    assert opening.run(tmp_path) == 1
    told = capfd.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "RuntimeError: nothing works" in only_report(tmp_path)
    with playing(tmp_path) as player:
        break_(player)
        player.scene.handle = lambda event: 1 / 0  # type: ignore[method-assign]
        with pytest.raises(ZeroDivisionError):
            player.pump.queue.append(Event(0x300, key=0, mod=0, unicode=""))
            player.app.turn()
        player.app.scenes.forsake()
        player.app.close()


def test_shipped_settings_that_someone_has_broken_are_told_in_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shipped.toml").write_text("[general]\nlanguage = 3\n")
    broken = settings.shipped
    monkeypatch.setattr(settings, "shipped", lambda: broken(tmp_path / "shipped.toml"))
    for start in (opening.run, opening.run_kiosk_screen):
        assert start(tmp_path / "player") == 1
        told = capfd.readouterr().err.splitlines()
        assert len(told) == 1
        assert str(tmp_path / "player" / "settings.toml") in told[0]
    assert not (tmp_path / "player" / "reports").exists()


def test_a_disk_that_takes_no_report_leaves_it_to_be_copied(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        (tmp_path / "reports").write_text("in the way")
        break_(player)
        assert any(player.sentence("crash.not-kept") == text for text in player.texts)
        player.push("crash.copy")
        assert "RuntimeError" in player.clipboard


def test_a_report_names_no_folder_of_the_player() -> None:
    home = Path.home()
    text = f'File "{home}/games/x.py" and /home/someone/a and C:\\Users\\someone\\b and {reports.ROOT}/game/app.py'
    told = reports.without_folders(text)
    assert "someone" not in told
    assert f"{home}/games" not in told
    assert "./game/app.py" in told


def test_only_the_newest_reports_are_kept(tmp_path: Path) -> None:
    for second in range(30):
        reports.write_report(str(second), tmp_path, datetime(2026, 1, 1, 0, 0, second))
    kept = sorted(path.read_text() for path in tmp_path.iterdir())
    assert kept == sorted(map(str, range(20, 30)))


def test_the_log_never_grows_beyond_its_bounds_and_keeps_the_newest(tmp_path: Path) -> None:
    log = Journal(tmp_path / "waraq.log", lambda: datetime(2026, 1, 1))
    for number in range(9000):
        log.write("test", number=number, text="a\nb" * 20)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= journal.MOST_BYTES
    lines = (tmp_path / "waraq.log").read_text().splitlines()
    assert '"number": 8999' in lines[-1]
    assert all(line.startswith("2026-01-01 00:00:00 test {") for line in lines)


def test_a_log_that_cannot_be_written_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "waraq.log").mkdir()
    log = Journal(tmp_path / "waraq.log")
    log.write("test")
    assert log.lost == 1
    (tmp_path / "waraq.log").rmdir()
    log.write("test")
    assert log.lost == 0
