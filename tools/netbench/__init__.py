"""Measures the match server: real processes, real sockets, the loopback only, bounded in time and number."""
