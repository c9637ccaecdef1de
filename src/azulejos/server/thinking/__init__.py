"""Worker processes: bots and analysis, and their warm-up."""
