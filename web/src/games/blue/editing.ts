/** How positions of BLUE are set up: tiles are laid one after another where they fit. */

import type { Editing, Field, PositionJson } from "../kit/interface";
import Editor from "./Editor.svelte";

const COLOURS = ["white", "gray", "blue"];

const empty = (players: number, options: Record<string, string>): PositionJson => ({
  game: "blue",
  players,
  colours: options.colours?.split(",") ?? COLOURS.slice(0, players),
  draw: "open",
  tiles_per_type: Number(options.tiles_per_type ?? 18),
  tiles: {},
});

/** The tiles as one text, such as `0,0:wgwb 1,0:wgbg`. */
const fields = (position: PositionJson): Field[] => [
  {
    seat: null,
    name: { code: "blue.field.tiles", args: {} },
    value: Object.entries(position.tiles as Record<string, string>)
      .map(([place, sides]) => `${place}:${sides}`)
      .join(" "),
    change: (text) => {
      const words = text
        .toLowerCase()
        .split(/[\s/]+/)
        .filter(Boolean);
      return { ...position, tiles: Object.fromEntries(words.map((word) => word.split(":", 2)).map(([place, sides]) => [place, sides ?? ""])) };
    },
  },
];

const editing: Editing = {
  Editor,
  fields,
  empty,
  options: ["colours", "tiles_per_type"],
  seats: (position) => position.players,
  hasRounds: false,
  round: () => 1,
  scores: (position) => Array(position.players).fill(0),
  open: ({ players, colours, tiles_per_type, tiles }) => ({ game: "blue", players, colours, draw: "open", tiles_per_type, tiles }),
  next: (after) => after,
};

export default editing;
