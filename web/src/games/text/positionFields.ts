/** The fields of a position's JSON as text, for games without a board of their own. */

export interface Field {
  name: string;
  value: string;
}

/** Every field of a position, in its order. */
export function positionFields(position: Record<string, unknown>): Field[] {
  return Object.entries(position).map(([name, value]) => ({ name: name.replaceAll("_", " "), value: valueText(value) }));
}

function valueText(value: unknown): string {
  if (value === null || value === "") return "–";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return value.join(", ") || "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
