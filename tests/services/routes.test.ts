/** Compares the routes with paths.ts and with the list of screens that the tests open. */
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, it } from "vitest";
import { booksPaths } from "#app/lib/books-paths.ts";
import { chargePaths } from "#app/lib/charge-paths.ts";
import { commissionPaths } from "#app/lib/commission-paths.ts";
import { customerPaths } from "#app/lib/customer-paths.ts";
import { historyPaths } from "#app/lib/history-paths.ts";
import { importPaths } from "#app/lib/import-paths.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { holdPaths } from "#app/lib/order-hold-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentPaths } from "#app/lib/payment-paths.ts";
import { applicationPaths, progressPaths } from "#app/lib/progress-paths.ts";
import { shipPaths } from "#app/lib/ship-paths.ts";
import { statementPaths } from "#app/lib/statement-paths.ts";
import table from "#app/routes.ts";
import { screens } from "#tests/support/browser/walk.ts";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

const routes = (entries: RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ path, index, file, children }) =>
    index ? { index, id: file } : { path, id: file, children: children && routes(children) },
  );

const all = routes(await table);

/** The file of the route that matches a path. */
const leadsTo = (address: string) => matchRoutes(all, address.split("?")[0] ?? "")?.at(-1)?.route.id;

function filesOf(entries: RouteObject[]): string[] {
  return entries.flatMap(({ id = "", path, index, children = [] }) => [
    ...(path || index ? [id] : []),
    ...filesOf(children),
  ]);
}
const files = filesOf(all);

/** Routes that no page links to: they are called from outside or by a script, or shown in place of a page. */
const withoutPath = [
  "routes/lookups/record-matches.ts",
  "routes/none.tsx",
  "routes/products/image-upload.ts",
  // Only the API names the address of a feed, because its secret is there.
  "routes/feeds/feed.ts",
  ...Array.from({ length: 4 }, () => "routes/record-zero.tsx"),
  "routes/session/auth-callback.tsx",
  "routes/session/silent-token-renew.ts",
  "routes/session/healthz.ts",
];

/**
 * Pages that an administrator cannot open in the demo data by their address alone: they are for supplier staff, need
 * something that a test has to make first, or sign in or out.
 */
const notInWalk = [
  "routes/customers/erase.tsx",
  "routes/history/undo.tsx",
  "routes/home.tsx",
  "routes/invoices/confirm-rows.tsx",
  "routes/invoices/query.tsx",
  "routes/invoices/void.tsx",
  "routes/marketplaces/test.tsx",
  "routes/shop-orders/leave-out.tsx",
  "routes/shop-orders/read.tsx",
  "routes/products/attribute-delete.tsx",
  "routes/products/import-file.tsx",
  "routes/products/neighbour.tsx",
  "routes/session/login.tsx",
  "routes/session/logout.tsx",
  "routes/approvals/progress.tsx",
  "routes/imports/progress.tsx",
  "routes/invoices/generation-progress.tsx",
  "routes/orders/many-progress.tsx",
  "routes/orders/slips.tsx",
  "routes/products/many-progress.tsx",
  "routes/shipments/many-progress.tsx",
  "routes/suppliers/many-progress.tsx",
  "routes/users/many-progress.tsx",
  "routes/products/sent-pictures.tsx",
];

/** The path with 1 for each id. */
function addressOf(path: (...parts: never[]) => string): string {
  const text = String(path);
  // The dialogs of views, and the page that chooses a supplier, are below any list.
  if (/\/view|`\$\{\w+\}\/supplier`/.test(text)) return path(...([paths.orders()] as never[]));
  if (/\/message/.test(text)) return path(...([paths.order(1), 1] as never[]));
  if (/\/(refused|changes)`/.test(text)) return path(...([paths.productsImport(1)] as never[]));
  const parts = text.includes(".join(")
    ? [[1]]
    : text.includes("maxAge")
      ? ["/", { maxAge: 0 }]
      : Array.from({ length: path.length }, () => 1);
  return path(...(parts as never[]));
}

const everyPath = [
  ...Object.entries(paths),
  ...Object.entries(historyPaths),
  ...Object.entries(customerPaths),
  ...Object.entries(manyPaths),
  ...Object.entries(booksPaths),
  ...Object.entries(chargePaths),
  ...Object.entries(commissionPaths),
  ...Object.entries(holdPaths),
  ...Object.entries(paymentPaths),
  ...Object.entries(progressPaths),
  ...Object.entries(applicationPaths),
  ...Object.entries(shipPaths),
  ...Object.entries(statementPaths),
  ...Object.entries(importPaths),
];

it("every route has its path in paths.ts", () => {
  const reached = new Set(everyPath.map(([, path]) => path).map((path) => leadsTo(addressOf(path))));
  expect(files.filter((file) => !reached.has(file)).sort()).toEqual([...withoutPath].sort());
});

it("every path of paths.ts leads to a route", () => {
  for (const [name, path] of everyPath) expect(leadsTo(addressOf(path)), name).not.toBe("routes/none.tsx");
});

it("every page is in the walk of all screens", () => {
  const walked = new Set(screens.map(leadsTo));
  const pages = files.filter((file) => file.endsWith(".tsx"));
  expect([...new Set(pages)].filter((file) => !walked.has(file)).sort()).toEqual([...notInWalk].sort());
});
