"""The catalogues of what the bot says, kept in step with the source: `python -m tests.catalogues` (`make catalogues`).

They are `locale/LANGUAGE.po` in each package that speaks.
"""
