/** Emails about rows of an invoice: a supplier's query goes to Finance, and the answer to the person who asked. */
import { and, arrayContains, asc, eq, sql } from "drizzle-orm";
import { pairsOf } from "#api/areas/shared/order-ledger.ts";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/database/connection.ts";
import {
  type invoiceAnswers,
  type invoiceRows,
  invoices,
  suppliers,
  supplierUsers,
  users,
} from "#api/database/schema/index.ts";
import { answeredEmail, queriedEmail } from "#api/mail/emails.ts";
import { sendOrHold } from "#api/mail/limited.ts";
import type { Context } from "#api/operations/context.ts";
import { type Role, SupplierPermission } from "#contract/enumerations.ts";
import { invoiceFigures, invoiceNumber } from "#contract/rules/invoice.ts";

type StoredRow = typeof invoiceRows.$inferSelect;

/**
 * Runs in the transaction of the query, so that the email is sent once. Above the rate limits it is held and sent
 * later, together with others.
 */
export async function emailFinance(context: Context, row: StoredRow, note: string): Promise<void> {
  const { db, caller } = context;
  const [query] = await db
    .select({ by: sql<string>`coalesce(${fullName}, ${users.email})`, supplierName: suppliers.name })
    .from(invoices)
    .innerJoin(suppliers, eq(suppliers.id, invoices.supplierId))
    .innerJoin(users, eq(users.id, caller.userId))
    .where(eq(invoices.id, row.invoiceId));
  const { by = caller.email, supplierName = "" } = query ?? {};
  const email = queriedEmail({ ...factsOf(context, row), by, supplierName, note });
  for (const to of await finance(db)) await sendOrHold(context, to, email);
}

/** People who may no longer see the invoice get no email. */
export async function emailAuthorOfQuery(
  context: Context,
  row: StoredRow,
  { query, answer }: { query: typeof invoiceAnswers.$inferSelect; answer: string },
): Promise<void> {
  const { db } = context;
  const [asker] = await db
    .select({ email: users.email })
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
  if (asker)
    await sendOrHold(context, asker.email, answeredEmail({ ...factsOf(context, row), note: query.note, answer }));
}

/** Active users with the role. */
const has = (role: Role) => and(eq(users.isActive, true), arrayContains(users.roles, [role]));

/** Falls back to the administrators if there are no Finance users. */
async function finance(db: Db): Promise<string[]> {
  const those = async (role: Role) =>
    (await db.select({ email: users.email }).from(users).where(has(role)).orderBy(asc(users.id))).map(
      ({ email }) => email,
    );
  const found = await those("Finance");
  return found.length > 0 ? found : those("Administrator");
}

const factsOf = ({ config: { publicUrl } }: Context, row: StoredRow) => ({
  number: invoiceNumber(row.invoiceId),
  productName: row.productName,
  orderNumber: row.marketplaceOrderId,
  amount: invoiceFigures(pairsOf(row)).total,
  link: `${publicUrl}/invoices/${row.invoiceId}#row-${row.lineItemId}`,
});
