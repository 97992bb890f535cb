/**
 * A document to a supplier as a PDF: a recipient created tax invoice or adjustment note with the contents that GST law
 * requires, a statement of supplies without GST, or a remittance of what the marketplace sold as the supplier's agent.
 */

import { type Content, pdfOf, type TableCell } from "#api/core/documents/pdf.ts";
import type { Letterhead } from "#api/core/files/letterhead.ts";
import { light } from "#contract/colours.ts";
import type { Invoice, InvoiceTransaction } from "#contract/invoices/schema.ts";
import { formatAbn, formatBsb } from "#contract/rules/abn.ts";
import { addressLines } from "#contract/rules/address.ts";
import { capitalised } from "#contract/rules/capital.ts";
import { type ChargeKind, chargeKindNames, chargesTitle } from "#contract/rules/charge.ts";
import { formatDay, formatPlainDay } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import {
  commissionTitle,
  documentTitle,
  invoiceNotes,
  invoiceNumber,
  isOfAgent,
  payableText,
  periodText,
  statesGst,
  unissuedMark,
} from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { hasUntaxed, type TaxClass, untaxedName } from "#contract/rules/tax-class.ts";

export interface InvoiceData {
  invoice: Invoice;
  /** IANA time zone of the dates. */
  timeZone: string;
  letterhead: Letterhead;
}

export function invoiceDocument({ invoice, timeZone, letterhead }: InvoiceData): Promise<Buffer> {
  const number = invoiceNumber(invoice.id);
  const unissued = unissuedMark(invoice.state, invoice.issueProblem);
  const period = periodText(invoice, timeZone);
  const said = wordingOf(invoice, timeZone);
  const title = [...(unissued ? [unissued.mark] : []), documentTitle(invoice)].join(" · ");
  return pdfOf({
    title: `${title} ${number}`,
    footer: `${title} ${number} · ${invoice.supplierName}`,
    letterhead,
    watermark: unissued?.mark,
    styles: {
      title: { fontSize: 18, bold: true, margin: [0, 0, 0, 2] },
      heading: { fontSize: 11, bold: true, margin: [0, 14, 0, 4] },
      label: { color: light.muted },
      rows: { fontSize: 8, lineHeight: 1.15 },
      note: { fontSize: 8, margin: [0, 4, 0, 0] },
    },
    content: [
      { text: title, style: "title" },
      {
        text: `${number} · ${formatDay(invoice.invoiceDate, timeZone)}${issued(invoice, timeZone)}`,
        margin: [0, 0, 0, 2],
      },
      ...(period ? [{ text: period, margin: [0, 0, 0, 2] } satisfies Content] : []),
      ...(unissued ? [{ text: unissued.explanation, bold: true } satisfies Content] : []),
      parties(invoice, said),
      ...adjustedInvoices(invoice, said),
      ...(invoice.documentKind === "charges" ? [] : supplies(invoice, said)),
      ...chargesBlock(invoice),
      {
        stack: [
          ...(invoice.documentKind === "charges" ? [] : commissionBlock(invoice, said)),
          ...settlement(invoice, said),
        ],
        unbreakable: true,
      },
    ],
  });
}

const supplies = (invoice: Invoice, said: Wording): Content[] => [
  {
    text: invoice.isAdjustment ? `Adjustments to the ${said.ofSupplier}` : capitalised(said.ofSupplier),
    style: "heading",
  },
  suppliesTable(invoice, said),
  ...invoiceNotes({ ...invoice, suppliesTax: gstOf(invoice), hasUntaxed: hasUntaxed(invoice.transactions) }).map(
    (text): Content => ({ text, style: "note" }),
  ),
];

const issued = ({ notifiedDate }: Invoice, timeZone: string) =>
  notifiedDate ? ` · issued ${formatDay(notifiedDate, timeZone)}` : "";

/** Most original invoices listed above the rows. An adjustment note may adjust many more; each row names its own. */
const mostListed = 20;

function adjustedInvoices({ transactions }: Invoice, said: Wording): Content[] {
  const originals = new Map(transactions.flatMap((row) => row.originals.map((original) => [original.id, original])));
  if (originals.size === 0) return [];
  const listed = [...originals.values()].slice(0, mostListed).map((original) => originalText(original, said));
  const more = originals.size > mostListed ? `, and ${originals.size - mostListed} more` : "";
  return [{ text: `Adjusts ${listed.join(", ")}${more}.`, margin: [0, 12, 0, 0] }];
}

/** What depends on the kind of the document. */
interface Wording {
  timeZone: string;
  hasGst: boolean;
  /** What an amount of the supplies says of its GST. */
  incGst: "" | " inc GST";
  /** What the documents are called that this one adjusts. */
  original: string;
  /** What the supplier sold, and how that is called in full and in the settlement. */
  supplies: string;
  ofSupplier: string;
  proceeds: string;
  /** What the marketplace is to the supplier. */
  marketplace: string;
}

const bought = {
  supplies: "supplies",
  ofSupplier: "supplies by the supplier",
  proceeds: "Supplies",
  marketplace: "Supply to (recipient)",
};
const soldAsAgent = {
  supplies: "sales",
  ofSupplier: "sales in the supplier's name",
  proceeds: "Proceeds",
  marketplace: "Agent of the supplier",
};

function wordingOf({ documentKind }: Invoice, timeZone: string): Wording {
  const hasGst = statesGst(documentKind);
  const gst = { timeZone, hasGst, incGst: hasGst ? (" inc GST" as const) : ("" as const) };
  if (isOfAgent(documentKind)) return { ...gst, ...soldAsAgent, original: "remittance" };
  return { ...gst, ...bought, original: hasGst ? "tax invoice" : "statement" };
}

const originalText = ({ id, invoiceDate }: InvoiceTransaction["originals"][number], said: Wording) =>
  `${said.original} ${invoiceNumber(id)} of ${formatDay(invoiceDate, said.timeZone)}`;

const abnOf = (abn: string | null | undefined) => `ABN ${abn ? formatAbn(abn) : "not given"}`;

function parties({ supplierName, supplierABN, supplierAddress, marketplace }: Invoice, said: Wording): Content {
  const party = (
    label: string,
    name: string,
    abn: string | null | undefined,
    address: Invoice["supplierAddress"],
  ): TableCell => ({
    stack: [
      { text: label, style: "label" },
      { text: name, bold: true },
      abnOf(abn),
      ...(address ? addressLines(address) : []),
    ],
  });
  const { legalName, abn, businessAddress } = marketplace;
  const body = [
    [
      party("Supplier", supplierName, supplierABN, supplierAddress),
      party(said.marketplace, legalName, abn, businessAddress),
    ],
  ];
  return { table: { widths: [236, 235], body }, layout: plain, margin: [0, 10, 0, 0] };
}

const right = (text: string, bold = false): TableCell => ({ text, alignment: "right", bold });

/** In points. The usable width is 483 points, less the gaps between the columns. */
const widths = [80, 129, 24, 56, 52, 48, 58];
const widthsWithoutGst = [80, 183, 24, 56, 52, 58];

function suppliesTable(invoice: Invoice, said: Wording): Content {
  const { hasGst, incGst: inc } = said;
  const head = [
    "Order",
    "Description",
    "Qty",
    `Goods${inc}`,
    `Shipping${inc}`,
    ...(hasGst ? ["GST"] : []),
    `Total${inc}`,
  ];
  const goods = add(invoice.purchaseAmountExTax, invoice.purchaseAmountTax);
  const shipping = add(invoice.shippingAmountExTax, invoice.shippingAmountTax);
  const totals = [goods, shipping, ...(hasGst ? [gstOf(invoice)] : []), add(goods, shipping)];
  return {
    style: "rows",
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: hasGst ? widths : widthsWithoutGst,
      body: [
        head.map((text, i): TableCell => ({ text, bold: true, alignment: i < 2 ? "left" : "right" })),
        ...invoice.transactions.map((row) => supplyRow(row, said)),
        [
          { text: `Total of the ${said.supplies}`, bold: true, colSpan: 3 },
          "",
          "",
          ...totals.map((amount) => right(formatDollars(amount), true)),
        ],
      ],
    },
    layout: lined,
  };
}

type Amounts = Pick<InvoiceTransaction, "purchaseAmountTax" | "shippingAmountTax">;
const gstOf = ({ purchaseAmountTax, shippingAmountTax }: Amounts) => add(purchaseAmountTax, shippingAmountTax);

/** Longer names are truncated: rows do not break across pages, so the end of a very long one would be lost. */
const longestName = 300;
const longestReason = 200;
const mostReasons = 5;
const cut = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The invoices that a row adjusts, and the reason entered for each of its adjustments. */
function changesOf({ originals, adjustments }: InvoiceTransaction, said: Wording): string[] {
  return [
    ...originals.slice(0, mostReasons).map((original) => `Adjusts ${originalText(original, said)}`),
    ...adjustments
      .slice(0, mostReasons)
      .map(({ date, amountIncTax, reason }) =>
        cut(
          `${formatDay(date, said.timeZone)}, ${formatDollars(amountIncTax)}: ${reason || "no reason given"}`,
          longestReason,
        ),
      ),
    ...(adjustments.length > mostReasons ? [`and ${adjustments.length - mostReasons} more adjustments`] : []),
  ];
}

function supplyRow(row: InvoiceTransaction, said: Wording): TableCell[] {
  const { purchaseAmountIncTax, shippingAmountIncTax } = row;
  const isAdjustment = (row.quantity ?? 1) <= 0;
  const untaxed = said.hasGst ? untaxedName(row.taxClass) : undefined;
  const name = `${cut(row.productName, longestName)}${untaxed ? ` (${untaxed})` : ""}`;
  return [
    { text: `${row.marketplaceOrderId}\n${formatDay(row.orderDate, said.timeZone)}` },
    {
      stack: [
        isAdjustment ? `${name} (adjustment)` : name,
        ...changesOf(row, said).map((text) => ({ text, color: light.muted })),
      ],
    },
    right(String(row.quantity ?? "")),
    ...[
      purchaseAmountIncTax,
      shippingAmountIncTax,
      ...(said.hasGst ? [gstOf(row)] : []),
      add(purchaseAmountIncTax, shippingAmountIncTax),
    ].map((amount) => right(formatDollars(amount))),
  ];
}

/** The commission is a separate supply in the opposite direction, with its own GST. */
function commissionBlock({ id, marketplace, supplierName, ...invoice }: Invoice, said: Wording): Content[] {
  const { commissionAmountExTax: exTax, commissionAmountTax: tax } = invoice;
  return [
    {
      text: `${commissionTitle(invoice)} ${invoiceNumber(id)}-C for the marketplace's commission`,
      style: "heading",
    },
    {
      text: `Supplied by ${marketplace.legalName}, ${abnOf(marketplace.abn)}, to ${supplierName}, ${abnOf(invoice.supplierABN)}.`,
      style: "note",
    },
    figures([
      [`Commission on these ${said.supplies}, ex GST`, exTax],
      ["GST", tax],
      ["Commission inc GST", add(exTax, tax)],
    ]),
  ];
}

const chargeWidths = [62, 239, 52, 48, 58];

/** Supplies by the marketplace to the supplier, with their own GST, and what it credits. */
function chargesBlock(invoice: Invoice): Content[] {
  const { id, charges, marketplace, supplierName, chargesAmountExTax: exTax, chargesAmountTax: tax } = invoice;
  if (charges.length === 0) return [];
  const total = add(exTax, tax);
  const head = ["Day", "Description", "Ex GST", "GST", "Total inc GST"];
  return [
    {
      text: `${chargesTitle({ total, hasGst: tax !== 0 })} ${invoiceNumber(id)}-F for charges and credits by the marketplace`,
      style: "heading",
    },
    {
      text: `Supplied by ${marketplace.legalName}, ${abnOf(marketplace.abn)}, to ${supplierName}, ${abnOf(invoice.supplierABN)}.`,
      style: "note",
    },
    {
      style: "rows",
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: chargeWidths,
        body: [
          head.map((text, i): TableCell => ({ text, bold: true, alignment: i < 2 ? "left" : "right" })),
          ...charges.map(chargeRow),
          [
            { text: "Total of the charges", bold: true, colSpan: 2 },
            "",
            ...[exTax, tax, total].map((amount) => right(formatDollars(amount), true)),
          ],
        ],
      },
      layout: lined,
    },
  ];
}

const chargeRow = ({ day, kind, description, taxClass, ...amounts }: Invoice["charges"][number]): TableCell[] => [
  { text: formatPlainDay(day) },
  {
    stack: [description, { text: chargeText(kind, taxClass), color: light.muted }],
  },
  ...[amounts.amountExTax, amounts.amountTax, amounts.amountIncTax].map((amount) => right(formatDollars(amount))),
];

const chargeText = (kind: ChargeKind, taxClass: TaxClass) =>
  `${chargeKindNames[kind]}${untaxedName(taxClass) ? ", no GST" : ""}`;

function settlement(invoice: Invoice, { incGst, proceeds }: Wording): Content[] {
  const supplies = add(
    invoice.purchaseAmountExTax,
    invoice.purchaseAmountTax,
    invoice.shippingAmountExTax,
    invoice.shippingAmountTax,
  );
  const commission = add(invoice.commissionAmountExTax, invoice.commissionAmountTax);
  const isOfSales = invoice.documentKind !== "charges";
  const ofSupplies: Figure = [`${proceeds}${incGst}`, supplies];
  const lessCommission: Figure = ["Less commission inc GST", 0 - commission];
  const lessCharges: Figure = ["Less charges inc GST", add(0, -invoice.chargesAmountExTax, -invoice.chargesAmountTax)];
  const { supplierBSB, supplierAccountNumber, supplierAccountName } = invoice;
  const payable = payableText(invoice.total);
  const account =
    supplierAccountNumber && invoice.total > 0
      ? `To be paid to ${supplierAccountName}, BSB ${formatBsb(supplierBSB ?? "")}, account ${supplierAccountNumber}.`
      : "";
  return [
    { text: "Settlement", style: "heading" },
    figures([
      ...(isOfSales ? [ofSupplies] : []),
      ...(isOfSales ? [lessCommission] : []),
      ...(invoice.charges.length > 0 ? [lessCharges] : []),
      [payable.label, Math.abs(invoice.total)],
    ]),
    ...[payable.by, account].flatMap((text): Content[] => (text ? [{ text, style: "note" }] : [])),
  ];
}

type Figure = [label: string, amount: number];

/** The last amount is the sum of the others. */
function figures(rows: Figure[]): Content {
  const body = rows.map(([label, amount], i): TableCell[] => {
    const bold = i === rows.length - 1;
    return [{ text: label, bold }, right(formatDollars(amount), bold)];
  });
  return { table: { widths: [385, 90], body }, layout: lined };
}

const none = () => 0;
const plain = {
  hLineWidth: none,
  vLineWidth: none,
  paddingLeft: none,
  paddingRight: () => 12,
  paddingTop: none,
  paddingBottom: none,
};
const lined = {
  ...plain,
  hLineWidth: (i: number, { table: { body } }: { table: { body: unknown[] } }) =>
    i === 0 || i === body.length ? 0 : 0.5,
  hLineColor: () => light.line,
  paddingRight: (i: number, { table: { widths: all = [] } }: { table: { widths?: unknown } }) =>
    i === (all as unknown[]).length - 1 ? 0 : 6,
  paddingTop: () => 2,
  paddingBottom: () => 2,
};
