"""Accounts and guests: names, authentication, bans and blocks.

- `account_routes`: routes about what belongs to a person alone: recovery codes, names, blocks.
- `bans`: bans of people and of networks, which the host of a server declares with `azulejos admin`.
- `blocks`: the people whom a person has muted or blocked.
- `callers`: authentication: the person behind a cookie or token.
- `dependencies`: the callers that the operations of the HTTP API require.
- `devices`: known devices: a browser in which a person has signed in before keeps a cookie.
- `follows`: follows, and the rights that depend on them.
- `names`: names of people: which are allowed, and which count as the same.
- `passkey_routes`: routes about passkeys (WebAuthn): adding, naming and removing them.
- `passkeys`: passkeys (WebAuthn): accounts sign in with a key that a device keeps.
- `passwords`: password hashing with argon2.
- `people`: guests, accounts with a password, and accounts of programs.
- `recovery`: recovery codes: each lets a person who forgot the password choose a new one.
- `reports`: reports of people to the moderators of a server, and the warnings that may follow.
- `routes`: routes about people: guests, accounts, sessions, tokens.
- `sessions`: sessions of browsers, stored in the database so that the server can revoke them.
- `tokens`: credentials of programs.
"""
