/** Classifies database errors by their consequence: whether to retry, and what to tell the caller. */

/**
 * - `away`: there is no connection, or it broke. It is unknown whether a pending commit took effect.
 * - `busy`: no connection became free in time, or the statement took too long.
 * - `locked`: another transaction holds the row for longer than `lock_timeout`.
 * - `conflict`: a deadlock or a serialization failure. A retry of the transaction may succeed.
 * - `readOnly`, `full`: reads work, but writes fail until an administrator intervenes.
 * - `gone`: the files of the database are not where they were, or cannot be read or written.
 */
export type DatabaseFailure = "away" | "busy" | "locked" | "conflict" | "readOnly" | "full" | "gone";

/** SQLSTATE codes, see appendix A of PostgreSQL's manual. */
const bySqlState: Readonly<Record<string, DatabaseFailure>> = {
  "25006": "readOnly",
  "25P03": "away",
  "25P04": "away",
  "40001": "conflict",
  "40P01": "conflict",
  "53000": "busy",
  "53100": "full",
  "53200": "busy",
  "53300": "busy",
  "53400": "busy",
  "55P03": "locked",
  "57014": "busy",
  "57P01": "away",
  "57P02": "away",
  "57P03": "away",
  "57P05": "away",
  "58030": "gone",
  "58P01": "gone",
};

/** Error codes of the operating system, while connecting or during a query. */
const socketCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
const socketCalls: ReadonlySet<string> = new Set(["connect", "read", "write", "getaddrinfo"]);

/** Errors of the driver and its pool that have no code. */
const byMessage: readonly [RegExp, DatabaseFailure][] = [
  [/^timeout exceeded when trying to connect/, "busy"],
  [/^Query read timeout/, "busy"],
  [/^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/, "away"],
];

/**
 * Returns undefined for every other error: an invalid statement, a violated constraint, or an error outside of the
 * database.
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  const state = sqlState(error);
  if (state !== undefined) return bySqlState[state] ?? (state.startsWith("08") ? "away" : undefined);
  for (const each of causesOf(error)) {
    if (isOfSocket(each)) return "away";
    const [, failure] = byMessage.find(([pattern]) => pattern.test(each.message)) ?? [];
    if (failure) return failure;
  }
  return undefined;
}

/** Returns PostgreSQL's five-character SQLSTATE of an error, which the query builder wraps. */
export function sqlState(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    if (
      "code" in each &&
      typeof each.code === "string" &&
      /^[0-9A-Z]{5}$/.test(each.code) &&
      !socketCodes.has(each.code)
    )
      return each.code;
  }
  return undefined;
}

function* causesOf(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

function isOfSocket(error: Error): boolean {
  // A host name with several addresses fails once per address.
  if (error instanceof AggregateError) return error.errors.some((each) => each instanceof Error && isOfSocket(each));
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && socketCodes.has(code) && syscall !== undefined && socketCalls.has(syscall);
}
