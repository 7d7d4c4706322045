"""Tables: what is played in the channels, and how people sit down, move and ask."""
