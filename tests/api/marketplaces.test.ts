import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { startApi } from "../support/api.ts";

const api = await startApi();

test("everybody who is signed in sees the marketplaces by name", async () => {
  for (const name of ["Market Lane", "big backyard", "Corner Room"]) await api.aMarketplace(name);
  const { items } = await api.ok(await api.aUser({}), operations.marketplaces.list, {
    pageSize: 10_000,
    includeTotalCount: false,
  });
  expect(items.map((item) => item.name)).toEqual(["big backyard", "Corner Room", "Market Lane"]);
});

test("nobody sees them without signing in", async () => {
  expect(await api.call(undefined, operations.marketplaces.list, {})).toMatchObject({
    status: 401,
    problem: { message: "Please sign in." },
  });
});
