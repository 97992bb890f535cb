import { desc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { onOneLine } from "#api/areas/shared/address.ts";
import { addresses, marketplaces, orders } from "#api/core/database/schema/index.ts";
import { containsFolded } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { type CustomerOrder, mostOrders } from "#contract/customers/schema.ts";
import type { Operations } from "#contract/operations.ts";

type Customers = Operations["customers"];
type StoredOrder = typeof orders.$inferSelect;

export const find: Handler<Customers["find"]> = async ({ Text }, context) => {
  const digits = Text.replace(/\D/g, "");
  const isPhone = digits.length >= leastDigits && /^[\d\s()+.-]+$/.test(Text);
  const found = await withAddresses(
    context,
    or(
      containsFolded(orders.searchable, Text),
      sql`lower(${orders.customerEmail}) collate "C" = ${Text.toLowerCase()}`,
      isPhone
        ? sql`right(regexp_replace(${orders.customerPhoneNumber}, '\\D', '', 'g'), ${leastDigits}) = right(${digits}, ${leastDigits})`
        : undefined,
    ),
  );
  return { orders: found.slice(0, mostOrders).map((row) => shown(context, row)), isCut: found.length > mostOrders };
};

/** So many digits at the end tell phone numbers apart, with or without the country's prefix. */
const leastDigits = 8;

/** Orders with their marketplace and address, the newest first, one more than are shown. */
export const withAddresses = ({ db }: Pick<Context, "db">, which: SQL | undefined) =>
  db
    .select({ order: getTableColumns(orders), marketplaceName: marketplaces.name, address: addresses })
    .from(orders)
    .innerJoin(marketplaces, eq(marketplaces.id, orders.marketplaceId))
    .leftJoin(addresses, eq(addresses.id, orders.shippingAddressId))
    .where(which)
    .orderBy(desc(orders.orderedAt), desc(orders.id))
    .limit(mostOrders + 1);

export type FoundOrder = Awaited<ReturnType<typeof withAddresses>>[number];

export const withIds = (context: Pick<Context, "db">, ids: readonly number[]) =>
  withAddresses(context, inArray(orders.id, [...ids]));

export const shown = (
  context: Pick<Context, "config" | "now">,
  { order, marketplaceName, address }: FoundOrder,
): CustomerOrder => ({
  id: order.id,
  marketplaceOrderId: order.marketplaceOrderId,
  orderDate: order.orderedAt.toISOString(),
  marketplaceName,
  customerName: `${order.customerFirstName} ${order.customerSurname}`.trim(),
  companyName: order.companyName,
  email: order.customerEmail,
  phoneNumber: order.customerPhoneNumber,
  address: address ? onOneLine(address) : "",
  whyKept: whyKept(context, order),
});

/** Returns why the customer's details have to stay; null if they may be erased. */
export function whyKept(
  { config, now }: Pick<Context, "config" | "now">,
  { orderedAt, isOutstanding, erasedAt }: StoredOrder,
): string | null {
  if (erasedAt) return "Already erased.";
  if (isOutstanding) return "Something is still to be shipped.";
  const until = DateTime.fromJSDate(orderedAt, { zone: config.timeZone }).plus({ months: config.customerMonths });
  return until.toJSDate() > now ? `The books need it until ${until.toFormat("dd MMM yyyy")}.` : null;
}
