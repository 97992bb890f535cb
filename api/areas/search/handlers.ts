/** The search in the header: exact matches of every kind first, and similar records unless there is one exact match. */
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { can } from "#contract/permissions.ts";
import { maxHits, type SearchAnswer, type SearchKind, searchKinds } from "#contract/search/schema.ts";
import { invoiceKind, paymentKind } from "./invoices.ts";
import type { Kind, Searching } from "./kind.ts";
import { orderKind } from "./orders.ts";
import { productKind } from "./products.ts";
import { shipmentKind } from "./shipments.ts";
import { supplierKind } from "./suppliers.ts";

type HitOf<K extends SearchKind> = NonNullable<SearchAnswer[K]>["items"][number];

const kinds: { [K in SearchKind]: Kind<HitOf<K>> } = {
  orders: orderKind,
  shipments: shipmentKind,
  products: productKind,
  suppliers: supplierKind,
  invoices: invoiceKind,
  payments: paymentKind,
};

export const search: AreaHandlers<Operations["search"]> = {
  async find({ q }, context) {
    const visible = searchKinds.filter((kind) => can(context.caller.permissions, kinds[kind].operation));
    const exact = new Map<SearchKind, number[]>();
    for (const kind of visible) exact.set(kind, q === undefined ? [] : await kinds[kind].exact(context, q));
    const all = [...exact].flatMap(([kind, ids]) => [...new Set(ids)].map((id) => ({ kind, id })));
    const only = (all.length === 1 && all[0]) || null;
    const answer: SearchAnswer = { only };
    for (const kind of visible) {
      const similar = q === undefined || only ? [] : await kinds[kind].similar(context, q);
      await readInto(answer, kind, context, [...new Set([...(exact.get(kind) ?? []), ...similar])]);
    }
    return answer;
  },
};

/** Reads the first records and sets them as the hits of the kind. */
async function readInto<K extends SearchKind>(answer: SearchAnswer, kind: K, searching: Searching, ids: number[]) {
  const shown = ids.slice(0, maxHits);
  const { read } = kinds[kind] as Kind<HitOf<K>>;
  const records = shown.length === 0 ? [] : await read(searching, shown);
  const items = shown.flatMap((id) => records.find((record) => record.id === id) ?? []);
  const hits: { items: HitOf<K>[]; isMore: boolean } = { items, isMore: ids.length > maxHits };
  Object.assign(answer, { [kind]: hits });
}
