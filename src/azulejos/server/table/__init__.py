"""One live game without I/O: table, events, clock, fair deals, verbs, views.

- `clock`: the clock of a table: arithmetic on the times of events.
- `events`: everything that can happen at a table, in the form in which it is stored.
- `fair`: fair deals: how the draws of a table follow from secrets.
- `fair_check`: checking that the deals of a record are fair, against what a client kept.
- `plan`: the plan of a table: everything that is fixed when the table is created.
- `replay`: a game from its first position on: as a replay for viewers, and as a written record.
- `table`: a table: the state of one live game, computed from its plan and its events.
- `verbs/`: what people and bots may do at a table.
- `view`: views and summaries: what each viewer may see of a table, and what lists show.
"""
