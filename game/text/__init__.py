"""The program's words: catalogues in gettext form, one a language. No sentence stands anywhere else."""
