/** Where displays lie around the centre, in shares of the offer's width. */

export interface Spot {
  x: number;
  y: number;
}

/** Points at equal distances on a circle, clockwise from its top, in a square of 1 by 1. */
export function circle(count: number, display: number): Spot[] {
  const reach = 0.5 - display / 2;
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return { x: 0.5 + reach * Math.sin(angle), y: 0.5 - reach * Math.cos(angle) };
  });
}

/** Points at equal distances along the longest oval in a box of 1 by `height`, from its top. */
export function oval(count: number, display: number, height: number): Spot[] {
  const [wide, deep] = [1 - display, height - display];
  const bend = deep / 2;
  const straight = wide - deep;
  const half = straight + Math.PI * bend; // a straight and the bend after it; the rest mirrors it
  return Array.from({ length: count }, (_, k) => {
    const way = straight / 2 + (k * 2 * half) / count;
    const side = Math.floor(way / half) === 1 ? -1 : 1;
    const rest = way % half;
    const angle = Math.max(0, rest - straight) / bend;
    const x = Math.min(rest, straight) - straight / 2 + bend * Math.sin(angle);
    return { x: 0.5 + side * x, y: height / 2 - side * bend * Math.cos(angle) };
  });
}
