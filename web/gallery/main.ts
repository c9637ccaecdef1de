/** The gallery of boards, for looking at them while they are made; no part of the page. */

import { mount } from "svelte";
import "../src/games/palette.css";
import "./gallery.css";
import Gallery from "./Gallery.svelte";

mount(Gallery, { target: document.getElementById("gallery")! });
