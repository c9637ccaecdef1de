/** The pictures of positions in `docs/`, drawn by the library, for the rules; by game. */

const FILES = import.meta.glob<string>("../../../docs/*.svg", { query: "?url", import: "default", eager: true });

export const pictures: Record<string, string> = Object.fromEntries(
  Object.entries(FILES).map(([path, address]) => [path.replace(/.*\/(.*)\.svg$/, "$1"), address]),
);
