"""Who is who and where: the people, and the bot itself."""
