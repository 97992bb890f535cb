/** Messages for callers when the database is unavailable or busy: the request was correct, and no data is lost. */
import { type DatabaseFailure, databaseFailure } from "#api/core/database/failures.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";

const soon = 5;
const answers: Readonly<Record<DatabaseFailure, readonly [status: 409 | 503, message: string, retryAfter: number]>> = {
  away: [
    503,
    "The database cannot be reached at the moment. Please try again in a few seconds; what you send takes effect only once.",
    soon,
  ],
  busy: [
    503,
    "The system is busy at the moment. Please try again in a few seconds; what you send takes effect only once.",
    soon,
  ],
  locked: [
    409,
    "Somebody else is changing the same record at this moment. Nothing was changed. Please try again in a few seconds.",
    soon,
  ],
  conflict: [
    409,
    "Somebody else is changing the same record at this moment. Nothing was changed. Please try again in a few seconds.",
    soon,
  ],
  readOnly: [
    503,
    "Nothing can be saved at the moment, because the database is read-only. Nothing was changed. Please tell your administrator.",
    60,
  ],
  full: [
    503,
    "Nothing can be saved at the moment, because the database is full. Nothing was changed. Please tell your administrator.",
    60,
  ],
  gone: [
    503,
    "Nothing can be read or saved at the moment, because the database cannot reach its files. Please tell your administrator, and try again later; what you send takes effect only once.",
    60,
  ],
};

/** Returns undefined if the error is not one of these failures of the database. */
export function databaseRefusal(error: unknown): Refusal | undefined {
  const failure = databaseFailure(error);
  if (!failure) return undefined;
  const [status, message, retryAfter] = answers[failure];
  return new Refusal(status, message, undefined, retryAfter);
}

/** Returns the refusal that an error is or maps to; undefined for unexpected errors. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof Refusal ? error : databaseRefusal(error);
