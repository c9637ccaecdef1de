import { expect, it, vi } from "vitest";
import { findCause } from "./parts";

it("tells a new version of the page from a lost connection and from other faults", async () => {
  const SCRIPT = "/assets/first-abc.js";
  const answered = async (answer: () => Response) => {
    vi.stubGlobal("fetch", async () => answer());
    return findCause(SCRIPT);
  };
  expect(await answered(() => new Response('<script type="module" src="/assets/first-xyz.js">'))).toBe("outdated");
  expect(await answered(() => new Response(`<script type="module" src="${SCRIPT}">`))).toBe("unknown");
  expect(await answered(() => new Response("", { status: 503 }))).toBe("unknown");
  expect(
    await answered(() => {
      throw new TypeError("no network");
    }),
  ).toBe("offline");
});
