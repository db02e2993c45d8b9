"""The authority that deals and keeps ERAM games: a pure object, and the messages to and from it."""
