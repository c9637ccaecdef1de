"""One live game without I/O: table, events, clock, fair deals, verbs, views."""
