"""Friends, challenges, vacations and chat.

- `challenges`: open tables with a place that is reserved for a person.
- `chat`: chat at tables: phrases as codes, and free text between people who both allow it.
- `routes`: routes about friends, challenges, profiles, vacations and chat.
- `vacations`: days on which nobody loses a slow game on time.
"""
