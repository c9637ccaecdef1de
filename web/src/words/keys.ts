/** The keys of the page's own texts: a file of texts for each feature. */

import type account from "./en/account.json";
import type analyse from "./en/analyse.json";
import type home from "./en/home.json";
import type host from "./en/host.json";
import type learn from "./en/learn.json";
import type lobby from "./en/lobby.json";
import type mistakes from "./en/mistakes.json";
import type people from "./en/people.json";
import type puzzles from "./en/puzzles.json";
import type review from "./en/review.json";
import type room from "./en/room.json";
import type rules from "./en/rules.json";
import type settings from "./en/settings.json";
import type site from "./en/site.json";
import type table from "./en/table.json";
import type tournaments from "./en/tournaments.json";
import type ui from "./en/ui.json";

type Texts = typeof account &
  typeof analyse &
  typeof home &
  typeof host &
  typeof learn &
  typeof lobby &
  typeof mistakes &
  typeof people &
  typeof puzzles &
  typeof review &
  typeof room &
  typeof rules &
  typeof settings &
  typeof site &
  typeof table &
  typeof tournaments &
  typeof ui;

export type Key = keyof Texts;
