/** Reads orders. */
import { z } from "zod";
import type { Shop, ShopKeys, ShopOrder, UnreadableOrder } from "../shop.ts";
import { decimals, isDraft, isWithoutTax, translated } from "./order-translation.ts";
import { gmt } from "./product-fields.ts";
import { translatedRefunds } from "./refund-translation.ts";
import type { Rest } from "./rest.ts";
import { anything, order, refunds, type WooOrder } from "./schema.ts";
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
  async function read(found: WooOrder | UnreadableOrder): Promise<ShopOrder | UnreadableOrder> {
    if ("unreadable" in found) return found;
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
      const answered = await rest.find(`/orders/${id}`, anything, { dp: decimals, _fields: fields });
      const found = answered === undefined ? undefined : foundIn(answered);
      return found && isPlaced(found) ? read(found) : undefined;
    },

    /**
     * Each page begins at the moment of the last order before, instead of at a number of orders: an order that is changed
     * in the meantime goes to the end, and would move another one to the page that has been read.
     */
    async *ordersChangedSince(moment) {
      let from = Math.floor(moment.getTime() / second) * second;
      const lists: List[] = [{ seen: [] }, { status: "trash", seen: [] }];
      for (;;) {
        const pages = await readPages(rest, from, lists);
        const page = pages.flat().sort((a, b) => changedAt(a) - changedAt(b));
        if (page.length === 0) return;
        const orders: (ShopOrder | UnreadableOrder)[] = [];
        for (const found of page) if (isPlaced(found)) orders.push(await read(found));
        if (orders.length > 0) yield orders;
        const last = Math.max(from, ...page.map(changedAt));
        for (const [index, list] of lists.entries()) {
          const own = (pages[index] ?? []).filter((found) => changedAt(found) === last).map(({ id }) => id);
          list.seen = last > from ? own : [...list.seen, ...own];
        }
        from = last;
      }
    },
  };
}

type Found = WooOrder | UnreadableOrder;

const isPlaced = (found: Found): boolean => "unreadable" in found || !isDraft(found);

const changedAt = (found: Found): number =>
  "unreadable" in found
    ? Date.parse(found.changedAt)
    : Date.parse(`${found.date_modified_gmt ?? found.date_created_gmt}Z`);

/** Orders in the trash are in a list of their own. */
interface List {
  status?: "trash";
  /** Orders of the very second from which is read that have been read. */
  seen: string[];
}

/**
 * Returns the first orders of each list that were changed at that second or later: of all lists only what was changed
 * before the end of each full page, because more may follow there.
 */
async function readPages(rest: Rest, from: number, lists: readonly List[]): Promise<Found[][]> {
  const pages = [];
  for (const list of lists) pages.push(await readPage(rest, from, list));
  const ends = pages.flatMap(({ found, isFull }) => (isFull ? found.slice(-1).map(changedAt) : []));
  return pages.map(({ found }) => found.filter((each) => changedAt(each) <= Math.min(...ends)));
}

async function readPage(
  rest: Rest,
  from: number,
  { status, seen }: List,
): Promise<{ found: Found[]; isFull: boolean }> {
  const excluded = seen.slice(0, mostExcluded);
  const answered = await rest.get("/orders", z.array(z.unknown()), {
    // WooCommerce takes what was changed after a moment, and knows whole seconds.
    modified_after: gmt(new Date(from - second)),
    dates_are_gmt: true,
    orderby: "modified",
    order: "asc",
    per_page: perPage,
    ...(status && { status }),
    ...(excluded.length > 0 && { exclude: excluded.join(",") }),
    ...(seen.length > excluded.length && { offset: seen.length - excluded.length }),
    dp: decimals,
    _fields: fields,
  });
  const found = answered.flatMap((each) => foundIn(each, from) ?? []).filter(({ id }) => !seen.includes(id));
  return { found, isFull: answered.length >= perPage };
}

const nameable = order.pick({ id: true }).extend({
  number: order.shape.number.catch(""),
  date_modified_gmt: order.shape.date_modified_gmt.catch(null),
});

/**
 * Returns undefined for what has no key.
 * @param otherwise when it counts as changed if it does not say so itself
 */
function foundIn(answered: unknown, otherwise = Date.now()): Found | undefined {
  const read = order.safeParse(answered);
  if (read.success) return read.data;
  const named = nameable.safeParse(answered).data;
  if (!named) return undefined;
  const { id, number, date_modified_gmt: modified } = named;
  const moment = modified ? Date.parse(`${modified}Z`) : Number.NaN;
  return {
    id,
    number,
    changedAt: new Date(Number.isNaN(moment) ? otherwise : moment).toISOString(),
    unreadable: `The shop's answer about it cannot be read: ${read.error.issues[0]?.path.join(".")}.`,
  };
}
