"""Killing a loaded bot, losing its power, and letting it play for a day: nothing may be lost and nothing doubled."""
