/** Status and ship-by day of an order, as lists and the order's page show them. */
import { orderStatuses } from "#contract/enumerations.ts";
import type { OrderRow } from "#contract/orders/schema.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { isOpen } from "#contract/rules/order-line.ts";
import { shipByMark } from "#contract/rules/ship-by.ts";

type Promised = Pick<OrderRow, "status" | "shipBy" | "shipByTimeZone">;

/** Returns undefined for orders without such a day. Finished orders have no mark. */
export function shownShipBy({ status, shipBy, shipByTimeZone }: Promised, timeZone: string) {
  if (!shipBy) return undefined;
  const today = dayOf(new Date().toISOString(), shipByTimeZone ?? timeZone);
  return {
    day: formatPlainDay(shipBy),
    mark: status != null && isOpen(status) ? shipByMark(shipBy, today) : undefined,
  };
}

export const statusWord = (status: number | null | undefined) =>
  orderStatuses.find(({ value }) => value === status)?.displayName;
