"""Compile the catalogues: every ``assets/locale/*/LC_MESSAGES/waraq.po`` to the ``.mo`` beside it.

Run ``python -m tools.catalogues`` after a change of a text. The compiled files are kept with the sources, so
that the game starts from a plain checkout; a test holds them to each other.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from game.text.catalogue import DOMAIN, LOCALE

#: The compiled file depends on the texts alone, not on when it was made.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def compiled(po: Path) -> bytes:
    """The ``.mo`` content of a ``.po`` file; ``PoFileError`` if it cannot be read."""
    with open(po, encoding="utf-8") as file:
        catalogue = read_po(file, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def sources() -> list[Path]:
    """The catalogues' sources."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def main() -> None:
    """Compile all."""
    for po in sources():
        po.with_suffix(".mo").write_bytes(compiled(po))


if __name__ == "__main__":
    main()
