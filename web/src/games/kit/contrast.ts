/** The contrast of colours as WCAG defines it, and colours with enough contrast. */

type Rgb = [number, number, number];

export const linear = (hex: string): Rgb =>
  [1, 3, 5].map((i) => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  }) as Rgb;

export const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

export const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(linear(a)), luminance(linear(b))].toSorted((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};

const DARK = "#000000"; // one of the two is readable on any colour
const LIGHT = "#ffffff";

/** Black or white, whichever has more contrast to a colour. */
export const readableOn = (hex: string) => (contrast(hex, DARK) > contrast(hex, LIGHT) ? DARK : LIGHT);

const mixed = (a: string, b: string, share: number) =>
  "#" +
  [1, 3, 5]
    .map((i) => Math.round(parseInt(a.slice(i, i + 2), 16) * (1 - share) + parseInt(b.slice(i, i + 2), 16) * share))
    .map((v) => v.toString(16).padStart(2, "0"))
    .join("");

/** The shade nearest to a colour that has enough contrast to all grounds. */
export function edgeOn(grounds: string[], hex: string, least = 3.1): string {
  const away = luminance(linear(grounds[0])) > 0.2 ? "#000000" : "#ffffff";
  for (let share = 0.35; share < 1; share += 0.05) {
    const shade = mixed(hex, away, share);
    if (grounds.every((ground) => contrast(shade, ground) >= least)) return shade;
  }
  return away;
}
