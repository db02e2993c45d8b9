"""The table: where cards lie, how they move, and where input becomes a move."""
