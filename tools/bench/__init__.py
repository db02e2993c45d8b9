"""Measurements of the whole program from outside: start, idling, memory, frames. Nothing here is part of the game."""
