"""The screens and the ways between them: one scene a module, and what only it needs."""
