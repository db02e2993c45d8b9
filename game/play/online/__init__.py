"""Playing at a match server: the connection beside the frames, what the server told, and the game at the table."""
