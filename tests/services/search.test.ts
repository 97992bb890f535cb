import { beforeEach, expect, it } from "vitest";
import { loader } from "#app/routes/search/results.tsx";
import { shellOf } from "#app/services/pages/shell.server.ts";
import { screen, shell } from "#app/services/request/route.server.ts";
import { loadSearch } from "#app/services/search/search.server.ts";
import type { CookieJar } from "#tests/support/services/cookies.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { visit } from "#tests/support/services/visitor.ts";
import { api } from "#tests/support/services/world.ts";

const results = screen(loadSearch);
const none = { items: [], isMore: false };

let jar: CookieJar;
beforeEach(async () => {
  jar = await signedInWith();
});

it("the header and the page of the search need an API that has one", async () => {
  expect((await visit(shell(shellOf), "/suppliers", jar)).body).not.toHaveProperty("search", expect.anything());
  expect((await visit(loader, "/search?q=vase", jar)).status).toBe(404);
});

it.each([
  ["orders", "/orders/7"],
  ["shipments", "/shipments/7"],
  ["products", "/products/7"],
  ["suppliers", "/suppliers/7"],
  ["invoices", "/invoices/7"],
  ["payments", "/invoices/payments/7"],
])("the only exact match, of %s, is opened at once", async (kind, path) => {
  api.on("GET /api/v1/search", json({ only: { kind, id: 7 } }));
  const { status, headers } = await visit(results, "/search?q=33ABC", jar);
  expect([status, headers.get("location")]).toEqual([302, path]);
});

it("other matches are listed by kind, with the way to the list that has all of them", async () => {
  const supplier = { id: 7, name: "Acacia", abn: "51824753556" };
  const payment = { id: 3, bankDate: "2026-03-02", total: 1234.5 };
  const answer = {
    only: null,
    orders: none,
    suppliers: { items: [supplier], isMore: true },
    payments: { items: [payment], isMore: false },
  };
  api.on("GET /api/v1/search", json(answer));
  expect((await visit(results, "/search?q=+aca%26cia+", jar)).body).toEqual({
    text: "aca&cia",
    problem: null,
    groups: [
      {
        kind: "suppliers",
        title: "Suppliers",
        lines: [{ to: "/suppliers/7", label: "Acacia", details: "ABN 51 824 753 556" }],
        isMore: true,
        list: "/suppliers?name=aca%26cia",
      },
      {
        kind: "payments",
        title: "Payments",
        lines: [{ to: "/invoices/payments/3", label: "PAY-0000003", details: "02 Mar 2026 · $1,234.50" }],
        isMore: false,
        list: null,
      },
    ],
    by: ["order number", "customer", "supplier", "ABN", "payment number"],
    canScan: false,
  });
});

it.each([
  ["x".repeat(101), "Please use no more than 100 characters."],
  ["a\u0000b", "This contains a character that cannot be saved. Please type it again."],
])("a text that cannot be searched for is explained, and not sent to the API", async (text, problem) => {
  const { status, body } = await visit(results, `/search?${new URLSearchParams({ q: text })}`, jar);
  expect([status, body]).toEqual([200, { text: text.slice(0, 100), problem, groups: [], by: [], canScan: false }]);
  expect(api.received("GET /api/v1/search")).toEqual([]);
});
