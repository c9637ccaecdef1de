"""Friends, challenges, vacations and chat.

- `challenges`: open tables with a place that is reserved for a person.
- `chat`: chat at tables: messages are stored, then sent.
- `chat_messages`: stored chat: phrases as codes, and free text between people.
- `chat_routes`: routes of the chat at tables, and of mutes, blocks and reports.
- `inbox`: challenges reach people on whatever page they are, in whatever process.
- `profile_routes`: the route of a person's profile.
- `routes`: routes about friends: whom you follow, who is online, challenges.
- `vacation_routes`: routes about vacations: days on which slow games wait for you.
- `vacations`: days on which nobody loses a slow game on time.
"""
