import type { ChangedBy, Users } from "#contract/problem.ts";

/** Most field messages in one response. */
export const mostProblems = 50;

/**
 * An expected error with a message for the user. One place turns it into problem+json; any other error becomes a 500
 * that gives the caller only a reference number.
 */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503,
    /** For the user who sent the request. */
    message: string,
    /** By field name of the contract. */
    readonly errors?: Record<string, string[]>,
    /** Seconds after which a retry may succeed. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** A refusal of a command whose changes are stored nevertheless. Its `Id` can be sent again. */
export class StoredRefusal extends Refusal {}

/** The caller has to authenticate again (RFC 9470). */
export class InsufficientAuthentication extends Refusal {
  constructor(
    /** Longest time in seconds since the last authentication. */
    readonly maxAge: number,
    /** The required authentication methods; undefined if any will do. */
    readonly acrValues: string | undefined,
  ) {
    super(401, "Please confirm that it is you, and send this again.");
  }
}

/** Others have changed the same fields since the sender's form was opened. */
export class ChangedMeanwhile extends Refusal {
  /** The users who have changed these fields, by the names of the fields. */
  by: Record<string, ChangedBy> = {};

  constructor(
    /** The current values. */
    readonly theirs: Record<string, unknown>,
    /** The state of the record that the sender will have seen with this response. */
    readonly shown: string,
  ) {
    const words = "Somebody else has changed this since. Nothing was saved.";
    super(409, words, Object.fromEntries(Object.keys(theirs).map((field) => [field, [words]])));
  }
}

/** A command with this `Id` has been carried out, with other values. */
export class AlreadySent extends Refusal {
  constructor() {
    super(
      409,
      "This form was already sent with other values. Please reload the page to see what was saved, then try again.",
    );
  }
}

/**
 * The record can't be deleted because these records use it. The response is their list, with the status 500 of the
 * contract.
 */
export class InUse extends Error {
  constructor(readonly users: Users) {
    super("in use");
    this.name = "InUse";
  }
}

/** @param cause for the log, where it is the operator's to mend */
export const unauthenticated = (message = "Please sign in.", cause?: string) =>
  Object.assign(new Refusal(401, message), cause !== undefined && { cause });
export const notFound = (what = "This record") => new Refusal(404, `${what} does not exist, or you may not see it.`);
export const forbidden = (message = "You may not do this. If you need access, ask an administrator.") =>
  new Refusal(403, message);
export const conflict = (message: string) => new Refusal(409, message);
export const invalid = (errors: Record<string, string[]>) =>
  new Refusal(422, Object.values(errors).flat()[0] ?? "Something in this request is not right.", errors);

/** @throws Refusal 422 with the fields that have a reason */
export function refuse(reasons: Record<string, string | string[] | false | undefined>): void {
  const errors = Object.entries(reasons).flatMap(([field, why]): [string, string[]][] =>
    why ? [[field, [why].flat()]] : [],
  );
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** Returns the result of the work, or the refusal that it threw; other errors are rethrown. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}
