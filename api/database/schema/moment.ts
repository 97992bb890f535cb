import { sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";

/** A moment with milliseconds, as JavaScript has them. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * The moment of the insert unless one is given. Rounded down, as `new Date()` is: `now()` alone would be rounded to the nearest
 * millisecond, and a row could lie in the future of the moment that the API reads next.
 */
export const momentOfInsert = (name: string) => moment(name).notNull().default(sql`date_trunc('milliseconds', now())`);
