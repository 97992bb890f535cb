import { afterAll, beforeAll, expect, test } from "vitest";
import { type BackOffice, startBackOffice } from "#tests/support/services/back-office.ts";
import { signedInWith } from "#tests/support/services/session.ts";
import { supplierRows } from "#tests/support/services/stub-api.ts";
import { json } from "#tests/support/services/stub-server.ts";
import { api } from "#tests/support/services/world.ts";

let office: BackOffice;
beforeAll(async () => {
  office = await startBackOffice();
});
afterAll(() => office.stop());

test("a list with a capped count shows that there are more, and has pages beyond the count", async () => {
  api.on("GET /api/v1/suppliers", json({ items: supplierRows, totalCount: 10_000, isMoreThanCounted: true }));
  const page = await (await office.ask("/suppliers?page=500", {}, await signedInWith())).text();
  expect(page.replaceAll("<!-- -->", "")).toMatch(/9,981–[\d,]+ of more than 10,000</);
  expect(page).toContain('href="/suppliers?page=501"');
});
