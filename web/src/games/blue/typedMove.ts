/** Moves as people type them: `1,0:gwgb`, `1 0 gwgb`, `(1, 0) GWGB`. */

import { KINDS, moveText, placeText } from "./position";

const MOVE = new RegExp(`^\\(?\\s*(-?\\d{1,2})\\s*[, ]\\s*(-?\\d{1,2})\\s*\\)?\\s*:?\\s*([${KINDS.join("")}]{4})$`);

/** The move of a typed text; null if the text cannot be one. */
export function parseTyped(text: string): string | null {
  const typed = text.toLowerCase().replaceAll("−", "-").trim();
  const parts = typed.match(MOVE);
  return parts ? moveText(placeText({ x: Number(parts[1]), y: Number(parts[2]) }), parts[3]) : null;
}
