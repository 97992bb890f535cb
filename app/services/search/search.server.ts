/** The results of a search, as lines of text with links. */
import { redirect } from "@remix-run/node";
import { dollars } from "#app/lib/format.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { formatAbn } from "#contract/rules/abn.ts";
import { capitalised } from "#contract/rules/capital.ts";
import { formatDay, formatPlainDay } from "#contract/rules/dates.ts";
import { documentMark, invoiceNumber } from "#contract/rules/invoice.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { search } from "#contract/search/operations.ts";
import { maxSearchLength, type SearchAnswer, type SearchKind, searchKinds } from "#contract/search/schema.ts";
import { shipmentName } from "#contract/shipments/slip.ts";

type HitOf<K extends SearchKind> = NonNullable<SearchAnswer[K]>["items"][number];

interface Words<Hit> {
  title: string;
  /** The searched fields, in the sentence "You can search by …". */
  by: string[];
  path: (id: number) => string;
  line: (hit: Hit, zone: string) => { label: string; details: (string | undefined | null | false)[] };
  /** The list with the same matches. */
  list?: (text: string) => string;
}

const customerOf = (hit: { customerFirstName: string; customerSurname: string }) =>
  `${hit.customerFirstName} ${hit.customerSurname}`;

const words: { [K in SearchKind]: Words<HitOf<K>> } = {
  orders: {
    title: "Orders",
    by: ["order number", "customer"],
    path: paths.order,
    line: (hit, zone) => ({
      label: hit.marketplaceOrderId,
      details: [
        customerOf(hit),
        hit.name !== hit.marketplaceOrderId && hit.name,
        formatDay(hit.orderDate, zone),
        hit.supplierName,
        hit.marketplaceName,
      ],
    }),
    list: (text) => withParams(paths.orders(), { searchText: text, outstandingOrdersOnly: "false" }),
  },
  shipments: {
    title: "Shipments",
    by: ["tracking number"],
    path: paths.shipment,
    line: (hit, zone) => ({
      label: shipmentName(hit),
      details: [
        hit.trackingNumber,
        hit.courierName,
        customerOf(hit),
        formatDay(hit.createdDate, zone),
        hit.cancelledDate && "Cancelled",
      ],
    }),
  },
  products: {
    title: "Products",
    by: ["product", "SKU"],
    path: paths.product,
    line: (hit) => ({
      label: hit.name,
      details: [hit.externalSku && `SKU ${hit.externalSku}`, hit.supplierName, hit.isDisabled && "Inactive"],
    }),
    list: (text) => withParams(paths.products(), { name: text, showActiveOnly: "false" }),
  },
  suppliers: {
    title: "Suppliers",
    by: ["supplier", "ABN"],
    path: paths.supplier,
    line: (hit) => ({ label: hit.name, details: [hit.abn && `ABN ${formatAbn(hit.abn)}`] }),
    list: (text) => withParams(paths.suppliers(), { name: text }),
  },
  invoices: {
    title: "Invoices",
    by: ["invoice number"],
    path: paths.invoice,
    line: (hit, zone) => ({
      label: invoiceNumber(hit.id),
      details: [
        capitalised(documentMark(hit)),
        formatDay(hit.invoiceDate, zone),
        hit.supplierName,
        hit.marketplaceName,
      ],
    }),
  },
  payments: {
    title: "Payments",
    by: ["payment number"],
    path: paths.payment,
    line: (hit) => ({
      label: paymentNumber(hit.id),
      details: [formatPlainDay(hit.bankDate), dollars(hit.total)],
    }),
  },
};

interface Group {
  kind: SearchKind;
  title: string;
  lines: { to: string; label: string; details: string }[];
  isMore: boolean;
  /** The list with all of them; null if it has no such filter. */
  list: string | null;
}

interface Results {
  text: string;
  /** Why the text cannot be searched for. */
  problem: string | null;
  groups: Group[];
  /** The fields that can be searched. */
  by: string[];
  /** The barcode of a packaging slip is a tracking number. */
  canScan: boolean;
}

/** Loads the results; one exact match is opened at once. */
export async function loadSearch(context: RequestContext): Promise<Results> {
  const typed = context.url.searchParams.get("q") ?? "";
  const { data: input, error } = search.find.input.safeParse({ q: typed });
  const text = typed.trim().slice(0, maxSearchLength);
  if (!input) return { text, problem: error.issues[0]?.message ?? null, groups: [], by: [], canScan: false };
  const [answer, zone] = await Promise.all([context.api(search.find, input), operatorZone()]);
  if (answer.only) throw redirect(words[answer.only.kind].path(answer.only.id));
  return {
    text,
    problem: null,
    groups: searchKinds.flatMap((kind) => groupOf(kind, answer, text, zone)),
    by: searchKinds.flatMap((kind) => (answer[kind] ? words[kind].by : [])),
    canScan: answer.shipments !== undefined,
  };
}

function groupOf<K extends SearchKind>(kind: K, answer: SearchAnswer, text: string, zone: string): Group[] {
  const { title, path, line, list } = words[kind] as Words<HitOf<K>>;
  const { items = [], isMore = false } = (answer[kind] ?? {}) as { items?: HitOf<K>[]; isMore?: boolean };
  if (items.length === 0) return [];
  const lines = items.map((hit) => {
    const { label, details } = line(hit, zone);
    return { to: path(hit.id), label, details: details.filter(Boolean).join(" · ") };
  });
  return [{ kind, title, lines, isMore, list: list?.(text) ?? null }];
}
