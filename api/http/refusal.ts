/** Messages by field that one answer holds. */
export const mostProblems = 50;

/**
 * What a handler throws when the answer is no. One place turns it into problem+json; everything else that is thrown
 * becomes a 500 that tells the caller nothing but a number to quote.
 */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503,
    /** For the person who pressed the button. */
    message: string,
    /** By the wire's field name. */
    readonly errors?: Record<string, string[]>,
    /** Seconds after which a second try may succeed. */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** A refusal of a command whose changes are stored all the same. Its `Id` is not used up. */
export class StoredRefusal extends Refusal {}

/** The caller has to prove again who they are (RFC 9470). */
export class InsufficientAuthentication extends Refusal {
  constructor(
    /** Seconds since the last proof. */
    readonly maxAge: number,
    /** How it has to be given; undefined when any way will do. */
    readonly acrValues: string | undefined,
  ) {
    super(401, "Please confirm that it is you, and send this again.");
  }
}

/** Others have changed the same fields since the sender's form was opened. */
export class ChangedMeanwhile extends Refusal {
  constructor(
    /** As they are now. */
    readonly theirs: Record<string, unknown>,
    /** What the sender has seen with them. */
    readonly shown: string,
  ) {
    const words = "Somebody else has changed this since. Nothing was saved.";
    super(409, words, Object.fromEntries(Object.keys(theirs).map((field) => [field, [words]])));
  }
}

/** Something can't be deleted because these use it: the answer is the list of them, with the status 500 that was agreed. */
export class InUse extends Error {
  constructor(readonly users: readonly object[]) {
    super("in use");
    this.name = "InUse";
  }
}

export const unauthenticated = (message = "Please sign in.") => new Refusal(401, message);
export const notFound = (what = "This record") => new Refusal(404, `${what} does not exist, or you may not see it.`);
export const forbidden = (message = "You may not do this. If you need access, ask an administrator.") =>
  new Refusal(403, message);
export const conflict = (message: string) => new Refusal(409, message);
export const invalid = (errors: Record<string, string[]>) =>
  new Refusal(422, Object.values(errors).flat()[0] ?? "Something in this request is not right.", errors);

/** @throws Refusal 422 that names every field with a reason */
export function refuse(reasons: Record<string, string | false | undefined>): void {
  const errors = Object.entries(reasons).flatMap(([field, why]): [string, string[]][] => (why ? [[field, [why]]] : []));
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** What the work gives, or the refusal that it ended with; what is no refusal is thrown on. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}
