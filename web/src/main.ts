/** Starts the page. */

import { mount } from "svelte";
import App from "./App.svelte";
import { registerWorker } from "./lib/install";
import { connection } from "./lib/socket.svelte";
import { followLinks } from "./lib/router.svelte";
import { readSession } from "./lib/session.svelte";
import { applyTheme, followSettings, settings } from "./lib/settings.svelte";
import { setLanguage } from "./lib/texts.svelte";
import "./games/palette.css";
import "./page.css";

applyTheme();
followSettings();
followLinks();
registerWorker();
readSession().finally(() => connection.open());
setLanguage(settings.language).then(() => {
  mount(App, { target: document.getElementById("page")! });
});
