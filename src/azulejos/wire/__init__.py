"""The messages, requests and answers that cross the wire, for server and clients alike.

- `accounts`, `analysis`, `boards`, `chat`, `games`, `mail`, `passkeys`, `practice`, `ratings`,
  `school`, `social`, `tables`, `tournaments`: requests and answers, by subject.
- `fairness`: the terms of fair deals.
- `fields`: fields that many of them have.
- `marks`: marks on a board, reasons for moves, and hints.
- `messages`: the messages of the WebSocket as types.
- `positions`: JSON Schemas of the positions of each game.
- `refusals`: the refusals of the server, each with its HTTP status.
- `views`: tables as each viewer sees them.
"""
