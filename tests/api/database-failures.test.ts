import { describe, expect, test } from "vitest";
import { databaseRefusal } from "#api/core/database/database-refusal.ts";
import { databaseFailure, sqlState } from "#api/core/database/failures.ts";

const withCode = (code: string, more: object = {}) => Object.assign(new Error("from the driver"), { code, ...more });
/** Wrapped as the query builder does. */
const wrapped = (cause: unknown) => new Error("Failed query", { cause });

describe("a database error", () => {
  test.each([
    ["a server that is shutting down", withCode("57P01"), "away", 503],
    ["a server that is starting", withCode("57P03"), "away", 503],
    ["a connection that failed", withCode("08006"), "away", 503],
    ["a refused connection", withCode("ECONNREFUSED", { syscall: "connect" }), "away", 503],
    [
      "a host name whose two addresses both refuse",
      new AggregateError([withCode("ECONNREFUSED", { syscall: "connect" })]),
      "away",
      503,
    ],
    ["a broken connection", new Error("Connection terminated unexpectedly"), "away", 503],
    ["a pool without a free connection", new Error("timeout exceeded when trying to connect"), "busy", 503],
    ["a server without a free connection", withCode("53300"), "busy", 503],
    ["a statement that took too long", withCode("57014"), "busy", 503],
    ["a row locked by another transaction", withCode("55P03"), "locked", 409],
    ["a deadlock", withCode("40P01"), "conflict", 409],
    ["a read-only server", withCode("25006"), "readOnly", 503],
    ["a full disk", withCode("53100"), "full", 503],
    ["a file of the database that is not there", withCode("58P01"), "gone", 503],
    ["a disk that cannot be read", withCode("58030"), "gone", 503],
  ])("caused by %s is explained, with the time after which to try again", (_, error, failure, status) => {
    expect(databaseFailure(wrapped(error))).toBe(failure);
    const refusal = databaseRefusal(wrapped(error));
    expect(refusal).toMatchObject({
      status,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      retryAfter: expect.any(Number),
    });
  });

  test.each([
    ["a violated constraint", withCode("23505")],
    ["an invalid statement", withCode("42601")],
    ["a file that does not exist", withCode("ENOENT", { syscall: "open" })],
    ["a programming error", new TypeError("x is undefined")],
    ["no error at all", undefined],
  ])("is not inferred from %s", (_, error) => {
    expect(databaseFailure(error)).toBeUndefined();
    expect(databaseRefusal(error)).toBeUndefined();
  });

  test("keeps its SQLSTATE through the query builder", () => {
    expect(sqlState(wrapped(withCode("23505")))).toBe("23505");
    expect(sqlState(withCode("EPIPE"))).toBeUndefined();
  });
});
