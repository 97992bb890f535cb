/** Changing many orders at once. What moves money, such as cancelling, is done order by order. */
import { z } from "zod";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import { chosenId, day } from "#contract/fields.ts";
import { changeOf } from "#contract/many.ts";
import { orderFilters, orderMessages } from "./schema.ts";

/** The change that is made to each of the orders. */
export const orderChange = z.discriminatedUnion("Kind", [
  z.object({ Kind: z.literal("assign"), SupplierId: chosenId(orderMessages.supplier) }),
  /** Emails the order to the supplier's contacts for orders. */
  z.object({ Kind: z.literal("notify") }),
  /** Of all items of which nothing has been sent. */
  z.object({ Kind: z.literal("processing") }),
  z.object({
    Kind: z.literal("waitingOnStock"),
    /** A day, as `2026-03-02`. */
    ExpectedInStockDate: day,
  }),
]);
export type OrderChange = z.output<typeof orderChange>;

export const statusOf = {
  processing: OrderLineItemStatus.processing,
  waitingOnStock: OrderLineItemStatus.waitingOnStock,
};

export const changeOrders = changeOf("order", { filter: orderFilters, change: orderChange });
