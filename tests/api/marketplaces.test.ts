import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();

test("the marketplaces are listed by name for every signed-in user", async () => {
  for (const name of ["Market Lane", "big backyard", "Corner Room"]) await api.aMarketplace(name);
  const { items } = await api.ok(await api.aUser({}), operations.marketplaces.list, {
    pageSize: 10_000,
    includeTotalCount: false,
  });
  expect(items.map((item) => item.name)).toEqual(["big backyard", "Corner Room", "Market Lane"]);
});

test("the marketplaces are not listed without signing in", async () => {
  expect(await api.call(undefined, operations.marketplaces.list, {})).toMatchObject({
    status: 401,
    problem: { message: "Please sign in." },
  });
});
