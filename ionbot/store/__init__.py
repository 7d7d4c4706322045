"""The store: what happened in every match, written before it is said and read by whoever asks."""

from ionbot.store import score_tables as score_tables  # so that `metadata` knows all tables, whoever asks
