"""Worker processes: bots and analysis, and what is compiled for them."""
