/** The parts of the build that answer requests, one for each section of the back office. */
import type { ServerBuild } from "@remix-run/node";
import { expect, it } from "vitest";
import { sectionName, sectionsOf } from "#app/server/sections.ts";

const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
const sections = sectionsOf(build);

/** The addresses that this part of the build knows. */
function addressesOf({ routes }: ServerBuild): string[] {
  const pathOf = (id: string): string => {
    const { path = "", parentId } = routes[id] ?? {};
    return `${parentId ? pathOf(parentId) : ""}${path && `/${path}`}`;
  };
  return Object.keys(routes).map(pathOf);
}

it("each section knows its own routes, the home page and the page for unknown addresses", () => {
  const orders = addressesOf(sections.get("orders") as ServerBuild);
  expect(orders).toEqual(expect.arrayContaining(["/orders", "/orders/:id/notify", "/orders/export", "/*"]));
  expect(orders.filter((address) => !/^(\/orders(\/.*)?|\/\*|)$/.test(address))).toEqual([]);
});

it("the sections together know every route with the same parents", () => {
  const known = new Map([...sections.values()].flatMap(({ routes }) => Object.entries(routes)));
  expect(Object.fromEntries(known)).toEqual({ ...build.routes });
});

it("each section describes to the browser exactly the routes that it knows", () => {
  for (const { routes, assets } of sections.values())
    expect(Object.keys(assets.routes).toSorted()).toEqual(Object.keys(routes).toSorted());
});

it.each([
  ["/orders", "orders"],
  ["/orders/7/notify", "orders"],
  ["/orders.data", "orders"],
  ["/orders/7.data", "orders"],
  ["/login", "login"],
])("the address %s belongs to %s", (address, section) => {
  expect(sectionName(address)).toBe(section);
  expect(sections.has(section)).toBe(true);
});

it.each(["/", "/_root.data", "/__manifest", "/unknown", "/Orders", "//orders.example/"])(
  "the address %s needs the whole build",
  (address) => {
    expect(sections.get(sectionName(address))).toBe(undefined);
  },
);
