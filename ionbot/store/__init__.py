"""The store: what happened in every match, written before it is said and read by whoever asks."""
