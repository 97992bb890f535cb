/** Reads orders. */
import { z } from "zod";
import { type Shop, type ShopKeys, type ShopOrder, ShopRefusal } from "../shop.ts";
import { decimals, isDraft, isWithoutTax, translated } from "./order-translation.ts";
import { gmt } from "./product-fields.ts";
import { translatedRefunds } from "./refund-translation.ts";
import type { Rest } from "./rest.ts";
import { order, refunds, type WooOrder } from "./schema.ts";
import { settingsOf } from "./settings.ts";
import { skuOfRemoved } from "./variations.ts";

const fields = Object.keys(order.shape).join(",");
/** Of a thousand lines each, they stay below the limit of an answer. */
const perPage = 20;
/** As many as fit into the address of a request. */
const mostExcluded = 300;
const second = 1_000;
const orderId = /^[1-9]\d{0,18}$/;

export function ordersOf(rest: Rest, keys: ShopKeys): Pick<Shop, "order" | "ordersChangedSince"> {
  async function read(found: WooOrder): Promise<ShopOrder> {
    const hasHiddenGst = isWithoutTax(found) && !(await settingsOf(rest)).calculatesTaxes;
    const translation = translated(found, { hasHiddenGst, removedSkus: await removedSkusOf(found) });
    if (found.refunds.length === 0) return { ...translation, refunds: [] };
    const given = await rest.all(`/orders/${found.id}/refunds`, refunds, { dp: decimals });
    return { ...translation, refunds: translatedRefunds(translation, given, found.status === "refunded") };
  }

  async function removedSkusOf({ line_items }: WooOrder): Promise<Map<string, string>> {
    const skus = new Map<string, string>();
    for (const { sku, variation_id } of line_items) {
      const known = sku === "" && variation_id ? await skuOfRemoved(keys, variation_id) : undefined;
      if (variation_id && known !== undefined) skus.set(variation_id, known);
    }
    return skus;
  }

  return {
    async order(id) {
      if (!orderId.test(id)) return undefined;
      const found = await rest.find(`/orders/${id}`, order, { dp: decimals, _fields: fields });
      return found && !isDraft(found) ? read(found) : undefined;
    },

    /**
     * Each page begins at the moment of the last order before, instead of at a number of orders: an order that is changed
     * in the meantime goes to the end, and would move another one to the page that has been read.
     */
    async *ordersChangedSince(moment) {
      let from = Math.floor(moment.getTime() / second) * second;
      let seen: string[] = [];
      for (;;) {
        const page = await readPage(rest, from, seen);
        if (page.length === 0) return;
        const orders: ShopOrder[] = [];
        for (const found of page) if (!isDraft(found)) orders.push(await read(found));
        if (orders.length > 0) yield orders;
        const last = Math.max(from, ...page.map(changedAt));
        const own = page.filter((found) => changedAt(found) === last).map(({ id }) => id);
        seen = last > from ? own : [...seen, ...own];
        from = last;
      }
    },
  };
}

const changedAt = ({ date_modified_gmt, date_created_gmt }: WooOrder): number =>
  Date.parse(`${date_modified_gmt ?? date_created_gmt}Z`);

/**
 * Returns the first orders that were changed at that second or later.
 * @param seen orders of that very second that have been read
 */
async function readPage(rest: Rest, from: number, seen: readonly string[]): Promise<WooOrder[]> {
  const excluded = seen.slice(0, mostExcluded);
  const answered = await rest.get("/orders", z.array(z.unknown()), {
    // WooCommerce takes what was changed after a moment, and knows whole seconds.
    modified_after: gmt(new Date(from - second)),
    dates_are_gmt: true,
    orderby: "modified",
    order: "asc",
    per_page: perPage,
    ...(excluded.length > 0 && { exclude: excluded.join(",") }),
    ...(seen.length > excluded.length && { offset: seen.length - excluded.length }),
    dp: decimals,
    _fields: fields,
  });
  return answered.map(readable).filter(({ id }) => !seen.includes(id));
}

const nameable = z.object({ id: z.union([z.number(), z.string()]) });

function readable(answered: unknown): WooOrder {
  const read = order.safeParse(answered);
  if (read.success) return read.data;
  const name = nameable.safeParse(answered).data?.id ?? "without a key";
  throw new ShopRefusal(`Order ${name} of the shop cannot be read: ${read.error.issues[0]?.path.join(".")}.`);
}
