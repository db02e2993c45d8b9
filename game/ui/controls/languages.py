"""The choice of language: each under its own name, so that everyone finds the way home."""

from __future__ import annotations

from game.ui.controls.panels import Column
from game.ui.frame.context import Context


def language_choice(column: Column, context: Context) -> None:
    """A row with the languages. A choice holds at once."""
    codes = list(context.languages)
    if len(codes) > 1:
        column.choice(
            [context.languages[code] for code in codes],
            codes.index(context.text.language),
            lambda index: context.change("general", "language", codes[index]),
        )
