// Before the first paint: the theme and the language that were chosen here, or the system's.
(() => {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("azulejos.settings") ?? "{}");
  } catch {
    // as if nothing had been chosen
  }
  const asks = (query) => matchMedia(query).matches;
  const system = asks("(prefers-contrast: more)") ? "contrast" : asks("(prefers-color-scheme: dark)") ? "dark" : "light";
  const theme = stored.theme && stored.theme !== "system" ? stored.theme : system;
  document.documentElement.dataset.theme = theme;
})();
