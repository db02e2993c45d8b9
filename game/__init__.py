"""Waraq: four solitaire games over one rules engine."""

__version__ = "0.1.0"
