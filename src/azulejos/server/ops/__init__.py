"""Operations: security, rate limits, logs, metrics, the page's files."""
