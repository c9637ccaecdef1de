"""Operations: security, rate limits, logs, metrics, the page. Imports no other room."""
