"""The catalogues: complete, compiled, used, and with the same placeholders in every language."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import get_type_hints

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from game.engine.cards import RANKS, SUITS
from game.engine.deals import CodeFault
from game.engine.games import GAMES
from game.engine.record import RecordFault
from game.engine.refusal import Refusal
from game.net.fairness import ProofFault
from game.net.match import Ending
from game.net.match import Verdict as MatchVerdict
from game.play.adviser import Ground, Lost, Topic
from game.play.online.service import State
from game.server.serve import Fault
from game.solver.answer import Verdict
from game.solver.difficulty import Grade
from game.solver.reasons import Why
from game.storage.settings import Look, Play
from game.text.catalogue import FALLBACK, Catalogue, languages
from game.text.rulepages import PAGES, QUESTIONS
from game.ui.screens.newgame import FAMILIES as FAMILIES_OF_GAMES
from game.ui.screens.newgame import Source
from game.ui.screens.options import Page
from tests.support import ROOT
from tools.catalogues import compiled, sources

EXAMPLES = sorted((ROOT / "assets" / "examples").glob("*.json"))

#: Keys that code puts together: the part before the braces of the f-string, and all keys that can come out of it.
FAMILIES: dict[str, list[str]] = {
    "kiosk.": ["day", "visits", "games", "wins", "seconds"],
    "solve.": [verdict.value for verdict in Verdict],
    "serve.": [fault.value for fault in Fault],
    "proof.": [fault.value for fault in ProofFault],
    "advice.": [topic.value for topic in Topic],
    "ground.": [ground.value for ground in Ground],
    "lost.": [lost.value for lost in Lost],
    "verdict.": [verdict.value for verdict in Verdict],
    "light.": [verdict.value for verdict in Verdict],
    "why.": [why.value for why in Why],
    "refusal.": [refusal.value for refusal in Refusal],
    "code.": [fault.value for fault in CodeFault],
    "record.": [fault.value for fault in RecordFault],
    "variant.": [*GAMES],
    "about.": [*GAMES],
    "rule.": [prefix for prefixes in FAMILIES_OF_GAMES.values() for prefix in prefixes if len(prefixes) > 1],
    "source.": [source.value for source in Source],
    "grade.": [grade.value for grade in Grade],
    "proven.": [grade.value for grade in Grade],
    "game.": [*PAGES],
    "short.": [*PAGES],
    "rules.": [
        *{section for page in PAGES.values() for section in page},
        *[f"{game}.{section}" for game, page in PAGES.items() for section in page],
    ],
    "faq.": [name + end for name in QUESTIONS for end in ("", ".answer")],
    "example.": [step["caption"] for file in EXAMPLES for step in json.loads(file.read_text("utf-8"))["steps"]],
    "rank.": [*RANKS],
    "suit.": [*SUITS],
    "online.state.": [state.value for state in State],
    "online.short.": [state.value for state in State],
    "online.verdict.": [verdict.value for verdict in MatchVerdict],
    "online.ended.": [ending.value for ending in Ending if ending is not Ending.OPEN],
    "tempo.": ["slow", "normal", "fast", "jump"],
    "settings.": [choice.name for section in (Play, Look) for choice in fields(section)],
    "page.": [page.value for page in Page],
    **{
        f"{name}.": [str(value.value) for value in kind]
        for name, kind in get_type_hints(Look).items()
    },
}

_KEY = re.compile(r"[a-z][a-z0-9_-]*(\.[A-Za-z0-9_-]+)+")
_SOURCES = {po.parent.parent.name: po for po in sources()}
_CALLS = ("text", "_text", "plural")


def catalogue(language: str) -> Catalog:
    with open(_SOURCES[language], encoding="utf-8") as file:
        return read_po(file, locale=language)


def messages(language: str) -> dict[str, Message]:
    """The entries of a language by their keys, without the header; a plural's key is its first id."""
    found = {}
    for message in catalogue(language):
        key = message.id[0] if isinstance(message.id, tuple | list) else message.id
        if key:
            found[str(key)] = message
    return found


def forms(message: Message) -> list[str]:
    """The texts of an entry: one, or as many as the language has plural forms."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


ENGLISH = messages(FALLBACK)
_SECTIONS = {key.partition(".")[0] for key in ENGLISH}


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """Every node of every module, with the place to name in a message."""
    for path in sorted((ROOT / "game").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", node


def asked_for() -> Iterator[tuple[str, ast.expr]]:
    """The first argument of each call such as ``text("...")`` or ``self.text.plural("...", n)``."""
    for place, node in nodes():
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _CALLS:
                yield place, node.args[0]


def literal_keys() -> set[str]:
    """All strings in code that have the form of a key of a known section: keys also travel in tables."""
    strings = (node.value for _, node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in strings if _KEY.fullmatch(text) and text.partition(".")[0] in _SECTIONS}


def built_prefixes() -> dict[str, str]:
    """The beginnings of the f-strings that are asked for as keys, with their places; "" if one begins with braces."""
    found = {}
    for place, node in asked_for():
        if isinstance(node, ast.JoinedStr):
            first = node.values[0]
            found[str(first.value) if isinstance(first, ast.Constant) else ""] = place
    return found


def family_keys() -> set[str]:
    return {prefix + end for prefix, ends in FAMILIES.items() for end in ends}


@pytest.mark.parametrize("language", _SOURCES)
def test_the_compiled_catalogue_is_the_one_that_is_read(language: str) -> None:
    po = _SOURCES[language]
    assert po.with_suffix(".mo").read_bytes() == compiled(po), "run: python -m tools.catalogues"


def test_compiling_again_at_another_time_gives_the_same_file() -> None:
    """Two time zones stand for two times: the result may not hold the moment at which it was made."""
    program = "from tools.catalogues import *; import sys; sys.stdout.buffer.write(b''.join(map(compiled, sources())))"
    command = [sys.executable, "-c", program]
    zones = [{**os.environ, "TZ": zone} for zone in ("UTC0", "XXX-5")]
    runs = [subprocess.run(command, cwd=ROOT, env=zone, check=True, capture_output=True) for zone in zones]
    assert runs[0].stdout == runs[1].stdout


def test_every_text_that_code_asks_for_is_there() -> None:
    asked = {node.value: place for place, node in asked_for() if isinstance(node, ast.Constant)}
    missing = {key: place for key, place in asked.items() if isinstance(key, str) and "." in key and key not in ENGLISH}
    assert not missing
    assert not family_keys() - set(ENGLISH)


def test_every_text_in_the_catalogue_is_asked_for() -> None:
    assert not set(ENGLISH) - literal_keys() - family_keys()


def test_every_key_that_code_puts_together_is_of_a_declared_family() -> None:
    unknown = {start: place for start, place in built_prefixes().items() if start not in FAMILIES}
    assert not unknown, "declare in FAMILIES which keys can come out"


def test_every_declared_family_is_in_use() -> None:
    assert set(FAMILIES) <= set(built_prefixes())


@pytest.mark.parametrize("language", _SOURCES)
def test_no_entry_is_empty_doubtful_or_short_of_a_plural_form(language: str) -> None:
    count = catalogue(language).num_plurals
    for key, message in messages(language).items():
        assert not message.fuzzy, key
        assert all(form.strip() for form in forms(message)), key
        assert len(forms(message)) == (count if isinstance(ENGLISH[key].string, tuple | list) else 1), key


@pytest.mark.parametrize("language", _SOURCES)
def test_no_sentence_is_missing_left_over_or_given_twice(language: str) -> None:
    assert set(messages(language)) == set(ENGLISH)
    lines = _SOURCES[language].read_text(encoding="utf-8").splitlines()
    ids = [line for line in lines if line.startswith("msgid ")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", _SOURCES)
def test_the_placeholders_are_those_of_english(language: str) -> None:
    """A plural form may leave the number out, as Arabic does for one and two; nothing else may be missing or new."""
    for key, message in messages(language).items():
        wanted = set().union(*map(placeholders, forms(ENGLISH[key])))
        for form in forms(message):
            spare = {"n"} if len(forms(message)) > 1 else set()
            assert wanted - spare <= placeholders(form) <= wanted, key


@pytest.mark.parametrize("language", _SOURCES)
def test_the_header_names_the_language(language: str) -> None:
    assert str(catalogue(language).locale) == language
    assert f'"Language: {language}\\n"' in _SOURCES[language].read_text(encoding="utf-8")


def test_romanian_is_written_with_commas_and_not_with_cedillas() -> None:
    if "ro" not in _SOURCES:
        pytest.skip("there is no Romanian catalogue")
    texts = [form for entry in messages("ro").values() for form in forms(entry)]
    assert not [text for text in texts if set(text) & set("şţŞŢ")]


@pytest.mark.parametrize("language", _SOURCES)
def test_every_text_can_be_filled_in_by_the_program(language: str) -> None:
    text = Catalogue(language)
    assert language in languages()
    for key, message in ENGLISH.items():
        values = dict.fromkeys(set().union(*map(placeholders, forms(message))) - {"n"}, "7")
        if isinstance(message.string, str):
            assert text(key, **values) != key
        else:
            for count in (0, 1, 2, 3, 5, 11, 19, 20, 100, 101, 1000):
                assert text.plural(key, count, **values) != key


def test_a_language_without_a_catalogue_speaks_the_fallback() -> None:
    assert Catalogue("xx")("cli.won") == Catalogue(FALLBACK)("cli.won")


def test_the_sources_are_found() -> None:
    assert FALLBACK in _SOURCES
    assert all(isinstance(po, Path) for po in _SOURCES.values())
