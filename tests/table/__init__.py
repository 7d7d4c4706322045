"""Tests of the tables. Time is the room's: nothing here waits."""
