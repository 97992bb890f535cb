import { describe, expect, test } from "vitest";
import { databaseFailure, sqlState } from "../../api/database/failures.ts";
import { databaseRefusal } from "../../api/http/database-refusal.ts";

const withCode = (code: string, more: object = {}) => Object.assign(new Error("from the driver"), { code, ...more });
/** As the query builder passes an error on. */
const wrapped = (cause: unknown) => new Error("Failed query", { cause });

describe("an error of the database", () => {
  test.each([
    ["a server that is shut down", withCode("57P01"), "away", 503],
    ["a server that starts", withCode("57P03"), "away", 503],
    ["a connection that failed", withCode("08006"), "away", 503],
    ["a refused connection", withCode("ECONNREFUSED", { syscall: "connect" }), "away", 503],
    [
      "a name with two addresses that both refuse",
      new AggregateError([withCode("ECONNREFUSED", { syscall: "connect" })]),
      "away",
      503,
    ],
    ["a connection that broke off", new Error("Connection terminated unexpectedly"), "away", 503],
    ["a pool without a free connection", new Error("timeout exceeded when trying to connect"), "busy", 503],
    ["a server without a free connection", withCode("53300"), "busy", 503],
    ["a statement that took too long", withCode("57014"), "busy", 503],
    ["a row that somebody holds", withCode("55P03"), "locked", 409],
    ["a deadlock", withCode("40P01"), "conflict", 409],
    ["a server that may only be read", withCode("25006"), "readOnly", 503],
    ["a full disk", withCode("53100"), "full", 503],
  ])("about %s is told in words, with the time after which to try again", (_, error, failure, status) => {
    expect(databaseFailure(wrapped(error))).toBe(failure);
    const refusal = databaseRefusal(wrapped(error));
    expect(refusal).toMatchObject({
      status,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      retryAfter: expect.any(Number),
    });
  });

  test.each([
    ["a broken rule", withCode("23505")],
    ["a wrong statement", withCode("42601")],
    ["a file that does not exist", withCode("ENOENT", { syscall: "open" })],
    ["a mistake of ours", new TypeError("x is undefined")],
    ["no error at all", undefined],
  ])("is not seen in %s", (_, error) => {
    expect(databaseFailure(error)).toBeUndefined();
    expect(databaseRefusal(error)).toBeUndefined();
  });

  test("keeps its SQLSTATE through the query builder", () => {
    expect(sqlState(wrapped(withCode("23505")))).toBe("23505");
    expect(sqlState(withCode("EPIPE"))).toBeUndefined();
  });
});
