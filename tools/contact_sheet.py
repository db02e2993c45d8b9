"""Write every face and back of one size and style to a PNG, to judge them at a glance.

python -m tools.contact_sheet --width 110 out.png
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.storage.settings import Back, Colours, Print
from game.ui.look.cards import CardArt, CardStyle


def sheet(
    width: int, style: CardStyle, ground: str = "#176045", cards: list[int] | None = None, columns: int = 13
) -> pygame.Surface:
    """All the given faces in rows, then the four backs."""
    art = CardArt(width, style)
    pictures = [art.face(card) for card in (range(52) if cards is None else cards)]
    if cards is None:
        pictures += [CardArt(width, CardStyle(style.print, style.colours, back)).back() for back in Back]
    gap = max(4, width // 12)
    rows = -(-len(pictures) // columns)
    result = pygame.Surface((gap + columns * (width + gap), gap + rows * (art.height + gap)))
    result.fill(ground)
    shadow, margin = art.shadow(max(1, width // 40))
    for place, picture in enumerate(pictures):
        x, y = gap + place % columns * (width + gap), gap + place // columns * (art.height + gap)
        result.blit(shadow, (x - margin, y - margin + max(1, width // 60)))
        result.blit(picture, (x, y))
    return result


def main() -> None:
    """Read the command line and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path")
    parser.add_argument("--width", type=int, default=110)
    parser.add_argument("--print", dest="index", choices=[p.value for p in Print], default=Print.CLASSIC.value)
    parser.add_argument("--colours", choices=[c.value for c in Colours], default=Colours.TWO.value)
    parser.add_argument("--ground", default="#176045", help="colour of the table")
    parser.add_argument("--cards", type=int, nargs="*", help="only these cards (suit * 13 + rank)")
    parser.add_argument("--columns", type=int, default=13)
    args = parser.parse_args()
    style = CardStyle(Print(args.index), Colours(args.colours))
    pygame.image.save(sheet(args.width, style, args.ground, args.cards, args.columns), args.path)


if __name__ == "__main__":
    main()
