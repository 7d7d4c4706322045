"""The connection itself: which server is next, how it is reached, whether it is the right one, how it ends."""
