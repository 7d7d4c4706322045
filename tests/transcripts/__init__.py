"""What each command says, to whom, whoever types it: `commands.txt` has it all, and can be read as a manual."""
