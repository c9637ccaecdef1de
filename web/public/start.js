// Runs before the first paint: sets the chosen theme or the system's, and preloads the reader's words.
(() => {
    let stored = {};
    try {
        stored = JSON.parse(localStorage.getItem("azulejos.settings") ?? "{}");
    } catch {
        // use the defaults
    }
    const asks = (query) => matchMedia(query).matches;
    const system = asks("(prefers-contrast: more)") ? "contrast" : asks("(prefers-color-scheme: dark)") ? "dark" : "light";
    document.documentElement.dataset.theme = stored.theme && stored.theme !== "system" ? stored.theme : system;

    const chunks = [...document.querySelectorAll('meta[name^="words-"]')];
    const wishes = [...(stored.language ? [stored.language] : []), ...navigator.languages, "en"];
    for (const wish of wishes) {
        const chunk = chunks.find((each) => each.name.slice(6, 8) === wish.slice(0, 2).toLowerCase());
        if (!chunk) continue;
        const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: chunk.content });
        document.head.append(link);
        break;
    }
})();
