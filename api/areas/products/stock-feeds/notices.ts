import { type Notifying, notify } from "#api/core/notifications/notify.ts";
import { staffOf, usersWith } from "#api/core/notifications/people.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { StoredFeed } from "./policy.ts";

type NotifiedFeed = Pick<StoredFeed, "id" | "supplierId" | "name">;

/** Notifies the supplier's staff who manage its products; where there are none, those who manage the catalogue. */
async function notifyStaff(
  parts: Notifying,
  feed: NotifiedFeed,
  what: "held" | "problem",
  title: string,
): Promise<void> {
  const staff = await staffOf(parts.db, feed.supplierId, SupplierPermission.products);
  const people = staff.length > 0 ? staff : await usersWith(parts.db, "Administrator", "Operator", "Catalogue Manager");
  await notify(parts, people, {
    kind: "feeds",
    title,
    path: `/suppliers/${feed.supplierId}/feeds/${feed.id}`,
    topic: `stock feed ${feed.id}: ${what}`,
  });
}

export const notifyOfProblem = (parts: Notifying, feed: NotifiedFeed, problem: string): Promise<void> =>
  notifyStaff(parts, feed, "problem", `The stock feed ${feed.name} cannot be imported. ${problem}`);

export const notifyOfHeldFile = (parts: Notifying, feed: NotifiedFeed, why: string): Promise<void> =>
  notifyStaff(parts, feed, "held", `The stock feed ${feed.name} is waiting for you. ${why}`);
