"""Built-in bots at tables and programs from outside."""
