/** The sections of the page, in the order of the navigation. This is the only list of them. */

import type { Key } from "../words/texts.svelte";

export interface Section {
  page: string; // the first part of its address; "" is the first page
  name: Key;
  icon: string; // a path in a square of 24, drawn as lines
}

/** The main sections; on a phone these are the tabs, at most five. */
export const SECTIONS: Section[] = [
  { page: "", name: "nav.play", icon: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7" },
  { page: "learn", name: "nav.learn", icon: "M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13C17 4.5 14 5 12 6.5zm0 0v13" },
  { page: "puzzles", name: "nav.puzzles", icon: "M4 8h4.2a2.3 2.3 0 1 1 4.6 0H17v4.2a2.3 2.3 0 1 1 0 4.6V20H4z" },
  { page: "lobby", name: "nav.lobby", icon: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" },
  { page: "analyse", name: "nav.analyse", icon: "M3.5 18.5 9 11l4 4 7.5-9.5M15.5 5.5h5v5" },
];

/** Further pages, linked where there is room, and always in the foot of the page. */
export const MORE: Section[] = [
  { page: "games", name: "nav.games", icon: "M4 6h16M4 12h16M4 18h10" },
  {
    page: "friends",
    name: "nav.friends",
    icon: "M9 5a3.3 3.3 0 1 0 0 6.6A3.3 3.3 0 0 0 9 5zM3 19c.5-3.6 2.8-5 6-5s5.5 1.4 6 5M15.5 5.5a3 3 0 0 1 0 5.8M17.5 14.3c2 .6 3.2 2 3.5 4.7",
  },
  {
    page: "leaders",
    name: "nav.leaders",
    icon: "M8 4h8v5a4 4 0 0 1-8 0zM8 5H4.5c0 3 1 4.5 3.5 5m8-5h3.5c0 3-1 4.5-3.5 5M12 13v4m-4 3h8m-4-3c-2 0-3 1-3 3h6c0-2-1-3-3-3z",
  },
];

const MAX_TABS = 5;

/** The tabs of a phone. */
export const TABS = [...SECTIONS, ...MORE].slice(0, MAX_TABS);
