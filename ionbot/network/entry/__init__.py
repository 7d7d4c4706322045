"""Getting in: capabilities, logging in to the services, the nick."""
