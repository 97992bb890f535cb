/** Notifications about rows of an invoice: a supplier's query goes to Finance, and the answer to the person who asked. */
import { and, arrayContains, eq, sql } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/core/database/connection.ts";
import { type invoiceAnswers, invoices, suppliers, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { answeredEmail, queriedEmail } from "#api/core/mail/emails.ts";
import { notify } from "#api/core/notifications/notify.ts";
import { usersWith } from "#api/core/notifications/people.ts";
import type { Context } from "#api/core/operations/context.ts";
import { type Role, SupplierPermission } from "#contract/enumerations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";

/** The row or the charge that is answered. */
export interface AnsweredRow {
  invoiceId: number;
  /** Its place on the page of the invoice. */
  anchor: string;
  name: string;
  /** Undefined for a charge. */
  orderNumber: string | undefined;
  /** Dollars inc GST: what the supplier is paid for it; negative for a charge. */
  amount: number;
}

/**
 * Runs in the transaction of the query, so that the email is sent once. Above the rate limits it is held and sent
 * later, together with others.
 */
export async function sendToFinance(context: Context, row: AnsweredRow, note: string): Promise<void> {
  const { db, caller } = context;
  const [query] = await db
    .select({ by: sql<string>`coalesce(${fullName}, ${users.email})`, supplierName: suppliers.name })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .innerJoin(users, eq(users.id, caller.userId))
    .where(eq(invoices.id, row.invoiceId));
  const { by = caller.email, supplierName = "" } = query ?? {};
  const email = queriedEmail({ ...factsOf(context, row), by, supplierName, note });
  await notify(
    context,
    await finance(db),
    {
      kind: "queried",
      title: `${supplierName} queried a row of invoice ${invoiceNumber(row.invoiceId)}`,
      path: pathOf(row),
      topic: `queries of invoice ${row.invoiceId}`,
      email,
    },
    caller,
  );
}

/** People who may no longer see the invoice get no email. */
export async function sendToAuthorOfQuery(
  context: Context,
  row: AnsweredRow,
  { query, answer }: { query: typeof invoiceAnswers.$inferSelect; answer: string },
): Promise<void> {
  const { db } = context;
  const [asker] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(supplierUsers, eq(supplierUsers.userId, users.id))
    .innerJoin(invoices, eq(invoices.supplierId, supplierUsers.supplierId))
    .where(
      and(
        eq(users.id, query.userId),
        eq(invoices.id, row.invoiceId),
        has("Supplier"),
        sql`${supplierUsers.permissions} & ${SupplierPermission.invoices} <> 0`,
      ),
    );
  if (!asker) return;
  await notify(
    context,
    [asker.id],
    {
      kind: "queried",
      title: `Your query about invoice ${invoiceNumber(row.invoiceId)} was answered`,
      path: pathOf(row),
      topic: `answers about invoice ${row.invoiceId}`,
      email: answeredEmail({ ...factsOf(context, row), note: query.note, answer }),
    },
    context.caller,
  );
}

/** Active users with the role. */
const has = (role: Role) => and(eq(users.isActive, true), arrayContains(users.roles, [role]));

/** Falls back to the administrators if there are no Finance users. */
async function finance(db: Db): Promise<number[]> {
  const found = await usersWith(db, "Finance");
  return found.length > 0 ? found : usersWith(db, "Administrator");
}

const pathOf = ({ invoiceId, anchor }: AnsweredRow) => `/invoices/${invoiceId}#${anchor}`;

const factsOf = ({ config: { publicUrl } }: Context, row: AnsweredRow) => ({
  number: invoiceNumber(row.invoiceId),
  name: row.name,
  orderNumber: row.orderNumber,
  amount: row.amount,
  link: `${publicUrl}${pathOf(row)}`,
});
