/** Sorts the errors of the database by what follows from them: whether to try again, and what to tell the caller. */

/**
 * - `away`: there is no connection, or it broke. Whether a commit that was under way took effect is unknown.
 * - `busy`: no connection became free in time, or the statement took too long.
 * - `locked`: another transaction holds the row for longer than `lock_timeout`.
 * - `conflict`: a deadlock or a serialization failure. The same transaction may well succeed when it is tried again.
 * - `readOnly`, `full`: reading works, writing does not, until an administrator does something about it.
 */
export type DatabaseFailure = "away" | "busy" | "locked" | "conflict" | "readOnly" | "full";

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
};

/** Of the operating system, while connecting or in the middle of a query. */
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

/** The driver and its pool give these errors no code. */
const byMessage: readonly [RegExp, DatabaseFailure][] = [
  [/^timeout exceeded when trying to connect/, "busy"],
  [/^Query read timeout/, "busy"],
  [/^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/, "away"],
];

/** @returns undefined for every other error: a wrong statement, a broken rule, or nothing of the database at all */
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

/** PostgreSQL's five-letter code of an error, which the query builder wraps. */
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
  // A name with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.some((each) => each instanceof Error && isOfSocket(each));
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && socketCodes.has(code) && syscall !== undefined && socketCalls.has(syscall);
}
