/** Names of browsers, from their user-agent strings. */

const BROWSERS: [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/OPR/, "Opera"],
  [/Firefox|FxiOS/, "Firefox"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS/, "macOS"],
  [/Linux/, "Linux"],
];

/** The browser and system, as `Firefox · Linux`; an unknown user agent as it is. */
export function browserName(agent: string): string {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => sign.test(agent))?.[1]);
  return found.filter(Boolean).join(" · ") || agent;
}
