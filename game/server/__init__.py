"""The match server: the authority behind sockets and a database. ``python main.py serve``; needs no display."""
