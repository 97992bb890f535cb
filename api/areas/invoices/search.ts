/** Search filters of invoices. */
import { eq, gte, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isUnpaid, mustNotBeIssued } from "#api/areas/shared/invoice-issue.ts";
import { isQueried } from "#api/areas/shared/queried.ts";
import { invoiceRows, invoices } from "#api/core/database/schema/index.ts";
import { containsFolded } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { invoiceFilters } from "#contract/invoices/schema.ts";
import { invoiceIdIn } from "#contract/rules/invoice.ts";
import { stateOn } from "./state.ts";

type Filters = z.output<typeof invoiceFilters>;

/**
 * @param today as `2026-03-02`
 */
export function filtersOf(
  input: Filters,
  today: string,
  { caller, config }: Pick<Context, "caller" | "config">,
): (SQL | undefined)[] {
  return [
    input.marketplaceOrderId === undefined ? undefined : hasNumber(input.marketplaceOrderId),
    input.supplierId === undefined ? undefined : eq(invoices.supplierId, input.supplierId),
    input.marketplaceId === undefined ? undefined : eq(invoices.marketplaceId, input.marketplaceId),
    input.fromDate === undefined ? undefined : gte(invoices.invoicedAt, new Date(input.fromDate)),
    input.toDate === undefined ? undefined : lte(invoices.invoicedAt, new Date(input.toDate)),
    input.queriedOnly ? isQueried : undefined,
    // Supplier staff are not told which of their invoices are not valid.
    input.notIssuableOnly && caller.seesAllSuppliers ? mustNotBeIssued(config.timeZone) : undefined,
    input.heldOnly ? isNotNull(invoices.heldAt) : undefined,
    input.unpaidOnly ? isUnpaid : undefined,
    input.state === undefined ? undefined : eq(stateOn(today), input.state),
  ];
}

function hasNumber(text: string): SQL | undefined {
  const id = invoiceIdIn(text);
  const number = containsFolded(sql`lower(${invoiceRows.marketplaceOrderId})`, text);
  return or(
    sql`${invoices.id} in (select ${invoiceRows.invoiceId} from ${invoiceRows} where ${number})`,
    id === undefined ? undefined : eq(invoices.id, id),
  );
}
