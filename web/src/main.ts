/** Starts the page. */

import { mount } from "svelte";
import App from "./App.svelte";
import Unloaded from "./Unloaded.svelte";
import { registerWorker } from "./site/install";
import { connection } from "./wire/socket.svelte";
import { followLinks } from "./site/router.svelte";
import { readSession } from "./site/session.svelte";
import { applyTheme, followSettings, settings } from "./site/settings.svelte";
import { setLanguage } from "./words/texts.svelte";
import "./games/kit/palette.css";
import "./site/tokens.css";
import "./page.css";

applyTheme();
followSettings();
followLinks();
registerWorker();
readSession().finally(() => connection.open());
setLanguage(settings.language)
  .then(() => App, () => Unloaded)
  .then((frame) => mount(frame, { target: document.getElementById("page")! }));
