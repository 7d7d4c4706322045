"""What concerns the whole bot while it runs: its networks, what admins order, another configuration, its end."""
