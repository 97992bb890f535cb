import { sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";

/** A UTC timestamp with milliseconds, the precision of JavaScript dates. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Defaults to the time of the insert. Truncated to milliseconds like `new Date()`: `now()` would be rounded to the
 * nearest millisecond, so a row could be later than the time that the API reads next.
 */
export const momentOfInsert = (name: string) => moment(name).notNull().default(sql`date_trunc('milliseconds', now())`);
