/** What suppliers are owed, expect and were paid last: for their own home page, and the page of a supplier. */
import { holdPaths } from "#app/lib/order-hold-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { statementPaths } from "#app/lib/statement-paths.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Earnings } from "#contract/invoices/supplier-statement.ts";
import { orders } from "#contract/orders/operations.ts";
import { can } from "#contract/permissions.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { balanceText } from "#contract/rules/supplier-statement.ts";
import { withheldText } from "#contract/rules/withholding.ts";

/** The earnings of the user's own suppliers; undefined where the API has none, or the user may not see them. */
export async function ownEarnings(context: RequestContext) {
  const reader = await readerOf(context);
  if (!reader) return undefined;
  const { suppliers, more } = await context.api(invoices.earnings, {});
  return { suppliers: suppliers.map((each) => shown(each, reader)), more };
}

/** The earnings of one supplier; undefined where the user may not see them. */
export async function earningsOfSupplier(context: RequestContext, supplierId: number) {
  const reader = await readerOf(context);
  if (!reader) return undefined;
  try {
    const { suppliers } = await context.api(invoices.earnings, { supplierId });
    return suppliers.map((each) => shown(each, reader))[0];
  } catch (error) {
    // Staff may have the permission for another supplier.
    if (error instanceof ApiRefusal && error.status === 404) return undefined;
    throw error;
  }
}

interface Reader {
  canPay: boolean;
  seesOrders: boolean;
}

async function readerOf(context: RequestContext): Promise<Reader | undefined> {
  if (!(await hasFeature(invoices.earnings.feature))) return undefined;
  const permissions = await permissionsOf(context);
  if (!can(permissions, invoices.earnings)) return undefined;
  return { canPay: can(permissions, invoices.paymentRun), seesOrders: can(permissions, orders.list) };
}

type Payment = Earnings["scheduled"][number] & { returnedOn?: string | null };

const shown = (
  { supplierId, supplierName, balance, uninvoiced, inDrafts, held, expected, scheduled, lastPayments }: Earnings,
  { canPay, seesOrders }: Reader,
) => {
  const shownPayment = ({ paymentRunId, bankDate, amount, withheld, reference, invoiceId, returnedOn }: Payment) => ({
    key: paymentRunId,
    day: formatPlainDay(bankDate),
    amount,
    withheld: withheldText(withheld),
    reference,
    to: canPay ? paths.payment(paymentRunId) : invoiceId ? paths.invoice(invoiceId) : null,
    returnedDay: returnedOn ? formatPlainDay(returnedOn) : null,
  });
  return {
    supplierId,
    supplierName,
    balance,
    meaning: balanceText(balance),
    uninvoiced,
    inDrafts: inDrafts ?? null,
    held: held.lineItems > 0 ? { ...held, path: seesOrders ? holdPaths.orders({ supplierId }) : null } : null,
    expected: expected.map(({ day, ...sum }) => ({ ...sum, day: day ? formatPlainDay(day) : null })),
    scheduled: scheduled.map(shownPayment),
    lastPayments: lastPayments.map(shownPayment),
    statementPath: statementPaths.of(supplierId),
    documentsPath: withParams(paths.invoices(), { supplierId }),
  };
};

/** The earnings of a supplier, as a card shows them. */
export type ShownEarnings = ReturnType<typeof shown>;
