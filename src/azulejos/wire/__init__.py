"""The messages, requests and answers that cross the wire, for server and clients alike.

- `accounts`, `analysis`, `boards`, `chat`, `fields`, `games`, `mail`, `passkeys`, `practice`,
  `ratings`, `school`, `social`, `tables`, `tournaments`, `views`: requests and answers, by what
  they are about.
- `messages`: the messages of the WebSocket as types.
"""
