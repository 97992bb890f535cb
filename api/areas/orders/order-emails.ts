/** Sends the emails about orders that `areas/shared/order-emails.ts` has planned. */
import { and, eq, inArray, lte } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { lockIfFree } from "#api/core/database/lock-if-free.ts";
import { orders, suppliers } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { gatheredEmail } from "#api/core/mail/emails.ts";
import { splitEmails } from "#contract/rules/emails.ts";
import { emailOf } from "./notice.ts";

interface Parts {
  database: Pick<Database, "db" | "transaction">;
  jobs: Pick<Jobs, "enqueue">;
  config: Config;
}

/** Orders in one email; more become another one. */
const mostInOneEmail = 50;
/** Suppliers in one pass; the next pass follows within a minute. */
const suppliersAtOnce = 200;

/** Sends the email about an order that was to be told at once, unless it has been sent meanwhile. */
export const sendOrderEmail =
  (parts: Parts) =>
  ({ orderId }: { orderId: number }): Promise<void> =>
    parts.database.transaction(async (db) => {
      const due = await db
        .update(orders)
        .set(isTold)
        .where(and(eq(orders.id, orderId), lte(orders.emailDueAt, new Date())))
        .returning();
      await sendEmail(parts, db, due);
    });

/** Sends what is due. Safe to run in several processes at once. */
export async function sendDueOrderEmails(parts: Parts, now: Date): Promise<void> {
  const due = await parts.database.db
    .selectDistinct({ supplierId: orders.supplierId })
    .from(orders)
    .where(lte(orders.emailDueAt, now))
    .limit(suppliersAtOnce);
  for (const { supplierId } of due) if (supplierId !== null) await sendToSupplier(parts, supplierId, now);
}

function sendToSupplier(parts: Parts, supplierId: number, now: Date): Promise<void> {
  return parts.database.transaction(async (db) => {
    if (!(await lockIfFree(db, suppliers, supplierId))) return;
    const due = await claimDue(db, orders, {
      due: and(eq(orders.supplierId, supplierId), lte(orders.emailDueAt, now)),
      first: orders.id,
      limit: mostInOneEmail,
      lease: isTold,
    });
    await sendEmail(
      parts,
      db,
      due.toSorted((a, b) => a.id - b.id),
    );
  });
}

const isTold = { emailDueAt: null };

/** @param due claimed orders of one supplier; those with nothing left to send are left out */
async function sendEmail({ jobs, config }: Parts, db: Db, due: (typeof orders.$inferSelect)[]): Promise<void> {
  const [first] = due;
  if (!first || first.supplierId === null) return;
  const emails = [];
  const told = [];
  for (const order of due) {
    const email = await emailOf({ db, config }, order);
    if (!email) continue;
    emails.push(email);
    told.push(order.id);
  }
  const [one] = emails;
  if (!one) return;
  const [supplier] = await db
    .select({ contacts: suppliers.orderContactEmails })
    .from(suppliers)
    .where(eq(suppliers.id, first.supplierId));
  const email = emails.length === 1 ? one : gatheredEmail(emails, `${emails.length} orders from Countinghouse`);
  for (const to of splitEmails(supplier?.contacts ?? "")) await jobs.enqueue(db, "mail", { to, ...email });
  await db.update(orders).set({ supplierNotifiedAt: new Date() }).where(inArray(orders.id, told));
}
