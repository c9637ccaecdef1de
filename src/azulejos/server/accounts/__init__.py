"""Accounts and guests: names, authentication, bans and blocks.

- `account_routes`: routes about what belongs to a person alone: recovery codes, names.
- `callers`: authentication: the person behind a cookie or token.
- `conduct`: bans of people and networks, reports to moderators, and warnings.
- `credentials`: credentials, stored as hashes: sessions of browsers and tokens of programs.
- `devices`: known devices: a browser in which a person has signed in before keeps a cookie.
- `names`: names of people: which are allowed, and which count as the same.
- `passkeys`: passkeys (WebAuthn): accounts sign in with a key that a device keeps.
- `people`: guests, accounts with a password, and accounts of programs.
- `recovery`: recovery codes, which replace a forgotten password.
- `relations`: relations between people: follows, mutes and blocks.
- `routes`: routes about people: guests, accounts, sessions, tokens.
"""
