"""The rules of the games: pure values and functions, standard library only.

Nothing here knows a screen, a clock, a text or a file.
"""
