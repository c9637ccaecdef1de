declare module "virtual:words/*" {
  const words: Record<string, string | { one: string; other: string }>;
  export default words;
}

declare module "virtual:rules/*" {
  const sections: Record<string, string>; // HTML by the game's name
  export default sections;
}
