import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { loggedError } from "#api/core/log.ts";

test("an error of the database is logged without the values of its statement", () => {
  const cause = new Error("duplicate key value violates unique constraint");
  const error = new DrizzleQueryError(
    "insert into orders values ($1)",
    ["Ring twice.\nZoe Quill, 12 Wharf Road"],
    cause,
  );
  const logged = JSON.stringify(loggedError(error));
  expect(logged).toContain("insert into orders");
  expect(logged).toContain("duplicate key");
  expect(logged).not.toContain("Zoe");
  expect(JSON.stringify(loggedError(new Error("Not saved.", { cause: error })))).not.toContain("Zoe");
});
