/** Moves as people type them: `1,0:gwgb`, `1 0 gwgb`, `(1, 0) GWGB`. */

export function parseTyped(text: string): string | null {
  const typed = text.toLowerCase().replaceAll("−", "-").trim();
  const parts = typed.match(/^\(?\s*(-?\d{1,2})\s*[, ]\s*(-?\d{1,2})\s*\)?\s*:?\s*([wgb]{4})$/);
  return parts ? `${Number(parts[1])},${Number(parts[2])}:${parts[3]}` : null;
}
