"""The web side of the server: requests, limits, logs, metrics and the files of the page."""
