"""Live tables and the connections to them."""
