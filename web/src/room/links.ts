/** Names of people inside sentences as links to their pages. */

export interface Part {
  text: string;
  address?: string; // of the page about the person whose name this is
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A sentence in parts, in which each whole name of a person has the address of their page. */
export function linkNames(sentence: string, addresses: Map<string, string>): Part[] {
  if (!addresses.size) return [{ text: sentence }];
  const names = [...addresses.keys()].toSorted((a, b) => b.length - a.length).map(escaped); // the longest that fits
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "u");
  const parts = sentence.split(pattern).map((text) => ({ text, address: addresses.get(text) }));
  return parts.filter(({ text }) => text);
}
