"""ionbot, an IRC bot that runs card games in channels."""
