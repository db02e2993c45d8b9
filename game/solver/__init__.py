"""The solver: whether a position can be won, and how. It knows no screen and no clock of its own.

The window loads ``service`` and the small pure modules; the searches (``solve`` and all below it) are loaded by the
solver's own process and by the commands.
"""
