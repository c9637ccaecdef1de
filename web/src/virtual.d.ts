declare module "virtual:words/*" {
  const words: import("./words/texts.svelte").Words;
  export default words;
}

declare module "virtual:rules/*" {
  const sections: Record<string, string>; // HTML by the game's name
  export default sections;
}
