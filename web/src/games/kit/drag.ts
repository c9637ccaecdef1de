/**
 * Drag and drop by pointer: with a mouse at once, by touch after a short hold, so that a finger can
 * still scroll the page. Everything that can be dragged can also be chosen by clicks and keys.
 */

const HOLD_MS = 220;
const SLIP_PX = 7; // a smaller movement is still a click

export interface Drag {
  picture: Element; // its drawings follow the pointer
  inherited: string[]; // custom properties that the drawings need
  begin: () => void;
  over: (place: Element | null) => void;
  drop: (place: Element | null) => void; // null when the drag was cancelled or left the window
}

/** Start a drag that a `pointerdown` event may become. */
export function startDrag(event: PointerEvent, drag: Drag): void {
  if (event.button !== 0 || !event.isPrimary) return;
  const [x0, y0] = [event.clientX, event.clientY];
  const isTouch = event.pointerType === "touch";
  const stop = new AbortController();
  const listen = { signal: stop.signal };
  let image: HTMLElement | null = null;
  const hold = isTouch ? setTimeout(() => begin(x0, y0), HOLD_MS) : 0;

  function begin(x: number, y: number) {
    image = imageOf(drag);
    document.body.append(image);
    follow(x, y);
    drag.begin();
  }

  function follow(x: number, y: number) {
    image!.style.translate = `${x}px ${y - (isTouch ? 28 : 0)}px`;
    drag.over(document.elementFromPoint(x, y));
  }

  function end(place: Element | null) {
    clearTimeout(hold);
    stop.abort();
    if (!image) return;
    image.remove();
    // the browser sends a click after a drag; it must not reach what lies there
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    drag.drop(place);
  }

  addEventListener(
    "pointermove",
    (move) => {
      if (image) return follow(move.clientX, move.clientY);
      if (Math.hypot(move.clientX - x0, move.clientY - y0) < SLIP_PX) return;
      if (isTouch) end(null);
      else begin(move.clientX, move.clientY);
    },
    listen,
  );
  addEventListener("touchmove", (move) => image && move.preventDefault(), {
    ...listen,
    passive: false,
  });
  addEventListener("pointerup", (up) => end(document.elementFromPoint(up.clientX, up.clientY)), listen);
  addEventListener("pointercancel", () => end(null), listen);
  addEventListener("blur", () => end(null), listen);
  addEventListener("keydown", (key) => key.key === "Escape" && end(null), listen);
}

/** A copy of an element's drawings that lies over the page and takes no pointer events. */
function imageOf({ picture, inherited }: Drag): HTMLElement {
  const image = document.createElement("div");
  const box = picture.getBoundingClientRect();
  Object.assign(image.style, { position: "fixed", left: "0", top: "0", zIndex: "100", opacity: "0.92" });
  image.style.pointerEvents = "none";
  image.setAttribute("aria-hidden", "true");
  image.className = "dragged";
  for (const name of inherited) image.style.setProperty(name, getComputedStyle(picture).getPropertyValue(name));
  for (const drawing of picture.querySelectorAll("svg")) {
    const own = drawing.getBoundingClientRect();
    const copy = drawing.cloneNode(true) as SVGElement;
    Object.assign(copy.style, {
      position: "absolute",
      left: `${own.left - box.left - box.width / 2}px`,
      top: `${own.top - box.top - box.height / 2}px`,
      width: `${own.width}px`,
      height: `${own.height}px`,
    });
    image.append(copy);
  }
  return image;
}
