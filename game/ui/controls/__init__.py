"""Controls and panels: what menus and dialogs are made of."""
