"""The web pages and the API: all that can be asked about matches and players, for everybody. Nothing here writes.

A page asks `ionbot.store`, and shows what an onlooker may see: of a match that runs nothing that its game hides.
"""
