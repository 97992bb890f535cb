/** Reads orders. */
import { type Shop, type ShopOrder, ShopUnavailable } from "../shop.ts";
import { type Graph, pagesOf } from "./graph.ts";
import {
  type ListAnswer,
  listAnswer,
  listDocument,
  type OrderAnswer,
  type OrderLine,
  orderAnswer,
  orderDocument,
  type RefundAnswer,
  refundAnswer,
  refundDocument,
} from "./order-schema.ts";
import { goodsOf, translated } from "./order-translation.ts";
import { refundsOf } from "./refund-translation.ts";

const mostTries = 3;
const isOrderId = (id: string) => /^gid:\/\/shopify\/Order\/\d+$/.test(id);

export function ordersOf(graph: Graph): Pick<Shop, "ordersChangedSince" | "order"> {
  /**
   * Shopify finds orders by an index, and may date them newer than that: what was changed while the pages are read
   * comes again on a later one. It is left out of the earlier one, which would otherwise look as if everything had been
   * read up to the moment of that change.
   */
  async function settled(page: ListAnswer, next?: ListAnswer): Promise<ShopOrder[]> {
    const bound = Math.min(...(next?.nodes ?? []).map(({ updatedAt }) => Date.parse(updatedAt)));
    const orders: ShopOrder[] = [];
    for (const { id } of page.nodes) {
      const order = await readOrder(graph, id);
      if (order && Date.parse(order.changedAt) <= bound) orders.push(order);
    }
    return orders.sort((a, b) => Date.parse(a.changedAt) - Date.parse(b.changedAt));
  }

  return {
    order: async (id) => (isOrderId(id) ? readOrder(graph, id) : undefined),
    async *ordersChangedSince(moment) {
      const query = `updated_at:>='${moment.toISOString()}'`;
      let before: ListAnswer | undefined;
      for await (const { orders } of pagesOf(graph, [listDocument, { query }, listAnswer], (read) => read.orders)) {
        if (before) yield settled(before, orders);
        before = orders;
      }
      if (before) yield settled(before);
    },
  };
}

/** Returns undefined if there is no such order, or there are no goods in it, such as in one of gift cards. */
async function readOrder(graph: Graph, id: string): Promise<ShopOrder | undefined> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const read = await readOnce(graph, id);
    if (read === "changed") continue;
    if (!read) return undefined;
    const { order, lines } = read;
    const goods = goodsOf({ lines, tip: order.totalTipReceivedSet });
    if (goods.length === 0) return undefined;
    const { order: done, ...amounts } = translated(order, goods);
    const refunds: RefundAnswer[] = [];
    const byMoment = order.refunds.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    for (const refund of byMoment) refunds.push(await readRefund(graph, refund.id));
    return { ...done, refunds: refundsOf(refunds, amounts, order.taxesIncluded) };
  }
  throw new ShopUnavailable("The order changes all the time.");
}

/** Reads all pages of lines; "changed" if they do not belong together. */
async function readOnce(
  graph: Graph,
  id: string,
): Promise<{ order: OrderAnswer; lines: OrderLine[] } | "changed" | undefined> {
  const lines: OrderLine[] = [];
  let first: OrderAnswer | undefined;
  for await (const { order } of pagesOf(graph, [orderDocument, { id }, orderAnswer], (read) => read.order?.lineItems)) {
    if (!order) return undefined;
    first ??= order;
    if (order.updatedAt !== first.updatedAt) return "changed";
    lines.push(...order.lineItems.nodes);
  }
  return first && { order: first, lines };
}

async function readRefund(graph: Graph, id: string): Promise<RefundAnswer> {
  let whole: RefundAnswer | undefined;
  const pages = pagesOf(graph, [refundDocument, { id }, refundAnswer], (read) => read.refund?.refundLineItems);
  for await (const { refund } of pages)
    if (whole) whole.refundLineItems.nodes.push(...(refund?.refundLineItems.nodes ?? []));
    else whole = refund ?? undefined;
  if (!whole) throw new ShopUnavailable("A refund of the order could not be read.");
  return whole;
}
