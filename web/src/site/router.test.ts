import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/table/T1", search: "?ply=0", hash: "" });
const { currentRoute, readRoute } = await import("./router.svelte");

const at = (pathname: string, hash = "") => readRoute({ pathname, search: "", hash });

it("reads the address of the page", () => {
  const { page, parts, query } = currentRoute();
  expect([page, parts, query.get("ply")]).toEqual(["table", ["T1"], "0"]);
  expect(at("/")).toMatchObject({ page: "", parts: [], hash: "" });
  expect(at("/rules/caf%C3%A9/", "#A%2012")).toMatchObject({ page: "rules", parts: ["café"], hash: "A 12" });
});

it("takes a path with malformed escapes for a page that there is not", () => {
  expect(at("/table/%E0%A4%A")).toMatchObject({ page: "/table/%E0%A4%A", parts: [] });
  expect(at("/rules", "#%E0%A4%A")).toMatchObject({ page: "rules", hash: "" });
});
