"""Friends, challenges, vacations and chat.

- `challenges`: open tables with a place that is reserved for a person.
- `chat`: chat at tables: phrases as codes, and free text between people who both allow it.
- `chat_routes`: routes about talking at tables.
- `routes`: routes about friends, challenges, profiles and vacations.
- `vacations`: days on which nobody loses a slow game on time.
"""
