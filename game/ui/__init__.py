"""The window: scenes, the table, input and drawing. The only part of the game that knows pygame."""
