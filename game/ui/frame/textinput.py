"""The system's help with writing: input methods, and a keyboard on the screen where there is no other.

It is on exactly while a line is being written, for at the table an input method would keep the letters to itself.
"""

from __future__ import annotations

import pygame
from pygame import Rect


class TextInput:
    """Follows the line that is being written."""

    def __init__(self) -> None:
        self._line: Rect | None = None
        pygame.key.stop_text_input()

    def follow(self, line: Rect | None) -> None:
        """Help with a line at a place of the window; None: with none."""
        if line == self._line:
            return
        if line is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.set_text_input_rect(line)
            pygame.key.start_text_input()
        self._line = line
