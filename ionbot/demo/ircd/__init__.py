"""The embedded IRC server's inside: lines, the world of users and rooms, commands, connections."""
