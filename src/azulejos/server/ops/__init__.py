"""Operations: security, rate limits, logs, metrics, the page; and the tool page_sources."""
