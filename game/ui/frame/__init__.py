"""The window, the loop, scenes and their stages: what every screen stands on."""
