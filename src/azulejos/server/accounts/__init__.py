"""Accounts and guests: names, authentication, bans and blocks.

- `callers`: authentication: the person behind a cookie or token, and known devices.
- `conduct`: bans of people and networks, reports to moderators, and warnings.
- `credentials`: credentials, stored as hashes: sessions, tokens, recovery codes.
- `names`: names of people: which are allowed, and which count as the same.
- `passkeys`: passkeys (WebAuthn): accounts sign in with a key that a device keeps.
- `people`: guests, accounts with a password, and accounts of programs.
- `relations`: relations between people: follows, mutes and blocks.
- `routes`: routes about people: guests, accounts, sessions, tokens, passkeys.
"""
