"""Worker processes: bots, analysis, and their warm-up."""
