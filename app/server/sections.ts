/**
 * Remix compares the address of a page four times with every route that it knows, and prepares all of them each time.
 * Each section of the back office, such as `/orders`, therefore gets a request handler that knows only its own routes.
 */
import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/** Returns a build for each first part of an address. Addresses in none of them, such as `/`, need the whole build. */
export function sectionsOf(build: ServerBuild): Map<string, ServerBuild> {
  const names = new Set(Object.keys(build.routes).map((id) => firstPart(fullPath(build.routes, id))));
  // A parameter or `*` would match the sections of others.
  const sections = [...names].filter((name) => name !== "" && !/[:*]/.test(name));
  return new Map(sections.map((name) => [name, sectionOf(build, name)]));
}

/** Returns the section of a requested path: `orders` for `/orders/7`, `/orders` and `/orders.data`. */
export function sectionName(pathname: string): string {
  return firstPart(pathname.replace(/\.data$/, ""));
}

/** A build with the routes of one section, with those of every section: the home page and the page for unknown addresses. */
function sectionOf(build: ServerBuild, name: string): ServerBuild {
  const belongs = (id: string) => {
    const part = firstPart(fullPath(build.routes, id));
    return part === name || part === "*" || build.routes[id]?.index === true;
  };
  const kept = new Set(
    Object.keys(build.routes)
      .filter(belongs)
      .flatMap((id) => withParents(build.routes, id)),
  );
  const only = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

const firstPart = (path: string) => path.split("/").find((part) => part !== "") ?? "";

const fullPath = (routes: Routes, id: string): string =>
  withParents(routes, id)
    .reverse()
    .map((each) => routes[each]?.path ?? "")
    .join("/");

/** A route and the routes around it, from the inside. */
function withParents(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined || routes[parent] === undefined ? [id] : [id, ...withParents(routes, parent)];
}
