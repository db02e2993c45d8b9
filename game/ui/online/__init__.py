"""The scenes of playing at a match server. They listen while they are on top, and are loaded when they are opened."""
