"""Friends, challenges, vacations and chat.

- `challenges`: open tables with a place that is reserved for one person.
- `chat`: chat at tables: messages are stored, then sent.
- `chat_messages`: messages at tables: phrases as codes, and free text where both allow it.
- `chat_routes`: routes about talking at tables.
- `inbox`: challenges reach people on whatever page they are, in whatever process.
- `profile_routes`: the route of a person's profile.
- `routes`: routes about friends: whom you follow, who is online, challenges.
- `vacation_routes`: routes about vacations: days on which slow games wait for you.
- `vacations`: days on which nobody loses a slow game on time.
"""
