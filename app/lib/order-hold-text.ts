import type { Hold } from "#contract/invoices/holds.ts";
import { formatMoment } from "#contract/rules/moments.ts";

/** Since when something is held, by whom and why. */
export const heldText = ({ date, byUserFullName: by, reason }: Hold, timeZone: string): string =>
  `Held since ${formatMoment(date, timeZone)}${by ? ` by ${by}` : ""}: ${reason}`;
