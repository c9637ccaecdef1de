/** The numbers that the axes of a graph name. */

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Round whole numbers between two ends: at most as many as there is room for. */
export function roundMarks([low, high]: [number, number], most: number): number[] {
  const step = STEPS.find((each) => (high - low) / each <= Math.max(1, most)) ?? STEPS.at(-1)!;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, i) => first + i * step);
}
