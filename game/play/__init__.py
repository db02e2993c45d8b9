"""A game in front of a player: what the table scene plays, wherever the rules are kept."""
