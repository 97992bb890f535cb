/** The layout of packaging slips. Everything is black, because thermal printers have no greys. */

import { barcodeWidths } from "#api/core/documents/barcode.ts";
import { type Content, slipsPdf, type TableCell, widthInside } from "#api/core/documents/pdf.ts";
import { optionsText } from "#contract/rules/options-text.ts";
import type { Shipment } from "#contract/shipments/schema.ts";
import { type PackagingSlip, slipOf, slipPaper } from "#contract/shipments/slip.ts";
import { pickList } from "./pick-list.ts";

const width = widthInside(slipPaper);

export interface SlipsData {
  shipments: readonly Shipment[];
  /** IANA time zone of the dates. */
  timeZone: string;
  /** Logos by id, as data URLs of PNG images. */
  logos: ReadonlyMap<string, string>;
}

/** For several shipments the document begins with a pick list for all of them. */
export function slipsLayout({ shipments, timeZone, logos }: SlipsData): Promise<Buffer> {
  const slips = shipments.map((shipment) => slipOf(shipment, timeZone));
  const papers = slips.map((slip) => ({
    footer: slip.name,
    content: slipContent(slip, logos.get(slip.marketplaceLogoId ?? "")),
  }));
  const first = slips.length > 1 ? [{ footer: "Pick list", content: pickListContent(shipments) }] : [];
  return slipsPdf({
    title: slips.length === 1 ? `Packaging slip ${slips[0]?.name}` : "Packaging slips",
    paper: slipPaper,
    styles: {
      label: { fontSize: 7, bold: true, characterSpacing: 0.4 },
      name: { fontSize: 14, bold: true },
      number: { fontSize: 12, bold: true, characterSpacing: 0.8 },
      person: { fontSize: 16, bold: true },
      place: { fontSize: 12 },
      small: { fontSize: 8 },
    },
    slips: [...first, ...papers],
  });
}

function slipContent(slip: PackagingSlip, logo: string | undefined): Content[] {
  const [person, ...lines] = slip.recipient;
  const { marketplaceName } = slip;
  return [
    columns(logo ? { image: logo, fit: [110, 30] } : { text: marketplaceName, style: "name" }, {
      text: slip.courierName,
      style: "name",
      alignment: "right",
    }),
    { ...barcode(slip.trackingNumber), margin: [0, 6, 0, 2] },
    { text: slip.trackingNumber, style: "number", alignment: "center", margin: [0, 0, 0, 4] },
    rule(),
    { text: person, style: "person", margin: [0, 5, 0, 1] },
    { text: lines.join("\n"), style: "place" },
    ...(slip.phone ? [{ text: `Phone: ${slip.phone}`, margin: [0, 2, 0, 0] as Margin }] : []),
    ...(slip.notes ? [notesBox(slip.notes)] : []),
    ...itemsAndFrom(slip),
  ];
}

/** Keeps the sender on the page of the last item: alone on a page it would look like another slip. */
function itemsAndFrom(slip: PackagingSlip): Content[] {
  const goods: Goods[] = slip.items.map((item) => ({ ...item, options: optionsText(item.options) }));
  const last = goods.at(-1);
  const others = goods.slice(0, -1);
  if (!last || !fitsOnePage(last.productName + below(last) + slip.marketplaceName + slip.careOf.join("")))
    return [itemsTable(goods), fromBlock(slip)];
  if (others.length === 0) return [{ stack: [itemsTable(goods), fromBlock(slip)], unbreakable: true }];
  return [itemsTable(others), { stack: [lastRow(last), fromBlock(slip)], unbreakable: true }];
}

function fromBlock({ marketplaceName, day, careOf }: PackagingSlip): Content {
  const from = {
    stack: [
      { text: "From", style: "label" },
      { text: marketplaceName, bold: true },
      { text: day, style: "small" },
    ],
  };
  return {
    ...columns(from, { text: careOf.join("\n"), style: "small" }),
    margin: [0, 8, 0, 0],
    unbreakable: fitsOnePage(marketplaceName + careOf.join("")),
  };
}

function pickListContent(shipments: readonly Shipment[]): Content[] {
  const goods = pickList(shipments);
  const count = goods.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    columns(
      { text: "Pick list", style: "name" },
      { text: `${count} for ${shipments.length} shipments`, alignment: "right", margin: [0, 4, 0, 0] },
    ),
    itemsTable(goods),
  ];
}

type Margin = [left: number, top: number, right: number, bottom: number];

/** A new object each time, because pdfmake modifies its input. */
const rule = (): Content => ({ canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 1 }] });

/** Two halves side by side. A table, because pdfmake's columns grow with a long word until they leave the page. */
function columns(left: TableCell, right: TableCell) {
  return { table: { widths: [width / 2, width / 2], body: [[left, right]] }, layout: plain };
}

/** Bar widths are whole dots of a label printer (203 dpi), as long as the code fits. */
function barcode(text: string): {
  canvas: { type: "rect"; x: number; y: number; w: number; h: number; color: string }[];
} {
  const widths = barcodeWidths(text);
  const modules = widths.reduce((sum, each) => sum + each, 0);
  const dot = 72 / 203;
  const module = [3, 2].map((dots) => dots * dot).find((size) => size * modules <= width) ?? width / modules;
  let x = (width - module * modules) / 2;
  const bars = widths.flatMap((each, i) => {
    const left = x;
    x += each * module;
    return i % 2 === 0 ? [{ type: "rect" as const, x: left, y: 0, w: each * module, h: 36, color: "#000000" }] : [];
  });
  return { canvas: bars };
}

function notesBox(notes: string): Content {
  return {
    table: { widths: [width - 11], body: [[{ text: [{ text: "Notes: ", bold: true }, notes] }]] },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0.5,
      paddingLeft: () => 5,
      paddingRight: () => 5,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
    margin: [0, 6, 0, 0],
  };
}

interface Goods {
  productName: string;
  productSku?: string | null;
  options: string;
  supplierName?: string;
  quantity: number;
}

const quantityWidth = 36;

/** False for text that may be longer than a page: an unbreakable block would be truncated. */
const fitsOnePage = (text: string) => text.length < 500;

const below = ({ productSku, options, supplierName }: Goods) =>
  [productSku && `SKU: ${productSku}`, options, supplierName].filter(Boolean).join("\n");

/** The header is repeated on every page. */
function itemsTable(goods: readonly Goods[]): Content {
  const head = [
    { text: "Product", style: "label" },
    { text: "Quantity", style: "label", alignment: "right" as const },
  ];
  return {
    table: {
      headerRows: 1,
      dontBreakRows: goods.every((item) => fitsOnePage(item.productName + below(item))),
      widths: itemWidths,
      body: [head, ...goods.map(itemRow)],
    },
    layout: lined,
    margin: [0, 8, 0, 0],
  };
}

/** Continues the table above with the same columns and lines. */
function lastRow(item: Goods): Content {
  return {
    table: { widths: itemWidths, body: [itemRow(item)] },
    layout: { ...lined, hLineWidth: (i: number) => (i === 0 ? 0 : 0.5) },
  };
}

const itemWidths = [width - quantityWidth - 8, quantityWidth];

const itemRow = (item: Goods): TableCell[] => [
  {
    stack: [
      { text: item.productName, bold: true },
      { text: below(item), style: "small" },
    ],
  },
  { text: String(item.quantity), bold: true, fontSize: 12, alignment: "right" },
];

const none = () => 0;
const plain = {
  hLineWidth: none,
  vLineWidth: none,
  paddingLeft: none,
  paddingRight: none,
  paddingTop: none,
  paddingBottom: none,
};
/** A line below each row, and a gap between the columns. */
const lined = {
  ...plain,
  hLineWidth: (i: number) => (i === 0 ? 0 : i === 1 ? 1 : 0.5),
  paddingRight: (i: number) => (i === 0 ? 8 : 0),
  paddingTop: () => 2,
  paddingBottom: () => 2,
};
