/**
 * Product exports of Shopify. A product has one row for each variant, and further rows for pictures; only its first row
 * has its own data. All its rows have the same handle.
 */
import { isBlank } from "#api/core/excel/cells.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import { clearMarker, productColumns } from "#contract/products/workbook.ts";
import { at } from "#contract/rules/at.ts";
import { attributeLines, htmlOf, kilograms, numberOf, otherTaxClass, several, skuFrom, taxClass } from "./cells.ts";
import { type FormatColumns, formatColumns } from "./columns.ts";
import type { OwnCells, OwnRow, Source, Translator } from "./source.ts";

/** The titles of the older exports, and those of the newer ones. */
const titles = {
  handle: ["Handle", "URL handle"],
  title: ["Title"],
  description: ["Body (HTML)", "Body HTML", "Description"],
  vendor: ["Vendor"],
  status: ["Status"],
  optionName1: ["Option1 Name"],
  optionValue1: ["Option1 Value"],
  optionName2: ["Option2 Name"],
  optionValue2: ["Option2 Value"],
  optionName3: ["Option3 Name"],
  optionValue3: ["Option3 Value"],
  sku: ["Variant SKU", "SKU"],
  barcode: ["Variant Barcode", "Barcode"],
  grams: ["Variant Grams", "Weight value (grams)"],
  tracker: ["Variant Inventory Tracker", "Inventory tracker"],
  quantity: ["Variant Inventory Qty", "Inventory quantity"],
  price: ["Variant Price", "Price"],
  taxable: ["Variant Taxable", "Charge tax"],
  compareAt: ["Variant Compare At Price", "Compare-at price"],
  giftCard: ["Gift Card"],
  picture: ["Image Src", "Product image URL"],
  picturePosition: ["Image Position", "Image position"],
  variantPicture: ["Variant Image", "Variant image URL"],
} as const;
type Name = keyof typeof titles;
type Columns = FormatColumns<Name>;

const options = [
  ["optionName1", "optionValue1"],
  ["optionName2", "optionValue2"],
  ["optionName3", "optionValue3"],
] as const satisfies readonly (readonly [Name, Name])[];

export function isShopify(head: ReadRow): boolean {
  const columns = formatColumns(head, titles);
  return columns.has("handle") && columns.has("title") && columns.has("price") && columns.has("optionValue1");
}

export function shopifyTranslator(head: ReadRow, source: Source): Translator {
  const columns = formatColumns(head, titles);
  let held: ReadRow[] = [];
  let heldHandle = "";
  let leftOut = 0;
  const flush = (): readonly OwnRow[] => {
    const rows = held;
    held = [];
    if (rows.length === 0) return [];
    if (isLeftOut(columns, rows)) {
      leftOut += rows.length;
      return [];
    }
    return productOf(rows, heldHandle, { columns, source });
  };
  return {
    titles: productColumns,
    sourceTitles: sourceTitlesOf(columns),
    ignored: columns.others,
    next(row) {
      const handle = columns.text(row, "handle");
      const done = held.length > 0 && handle !== heldHandle ? flush() : [];
      heldHandle = handle;
      held.push(row);
      return done;
    },
    end: flush,
    leftOut: () => leftOut,
  };
}

function sourceTitlesOf(columns: Columns): Translator["sourceTitles"] {
  const named = {
    ProductId: "handle",
    VariantId: "sku",
    Name: "title",
    Description: "description",
    SKU: "sku",
    GTIN: "barcode",
    Brand: "vendor",
    HasVariants: "optionName1",
    TaxClass: "taxable",
    SalePrice: "price",
    ManageStock: "tracker",
    StockQuantity: "quantity",
    WeightKg: "grams",
    VariesBy: "optionName1",
    OwnAttributes: "optionValue1",
    Pictures: "picture",
  } as const satisfies Record<string, Name>;
  const prices = [columns.title("price"), columns.title("compareAt")].filter((title) => title !== undefined);
  return {
    ...Object.fromEntries(Object.entries(named).map(([own, name]) => [own, columns.title(name)])),
    RecommendedRetailPrice: prices.join(" or "),
  };
}

/** Drafts and archived products are not sold; a gift card is no product of a supplier. */
function isLeftOut(columns: Columns, [first]: readonly ReadRow[]): boolean {
  if (!first) return false;
  const status = columns.text(first, "status").toLowerCase();
  return status === "draft" || status === "archived" || columns.text(first, "giftCard").toLowerCase() === "true";
}

interface Reading {
  columns: Columns;
  source: Source;
}

function productOf(rows: readonly ReadRow[], handle: string, reading: Reading): readonly OwnRow[] {
  const { columns, source } = reading;
  const first = at(rows, 0);
  // Rows that only have a picture have neither a price nor an option.
  const sold = rows.filter((row) => !isBlank(columns.cell(row, "price")) || columns.text(row, "optionValue1") !== "");
  const names = options.map(([name]) => columns.text(first, name));
  const isSimple = sold.length <= 1 && ["", "title"].includes((names[0] ?? "").toLowerCase());
  const group = {
    ProductId: `new ${handle || columns.text(first, "title")}`,
    ...(source.supplierId === null ? {} : { Supplier: String(source.supplierId) }),
  };
  const ofProduct = taxClass(columns.cell(sold[0] ?? first, "taxable"));
  const own: OwnCells = {
    ...group,
    Name: columns.cell(first, "title"),
    Description: htmlOf(columns.cell(first, "description")),
    Brand: columns.cell(first, "vendor"),
    HasVariants: !isSimple,
    TaxClass: ofProduct,
    Pictures: several(picturesIn(rows, columns)) || null,
  };
  const [only = first] = sold;
  if (isSimple) {
    const sku = columns.text(only, "sku") || skuFrom(handle);
    return [{ number: first.number, cells: { ...own, SKU: sku, ...soldCells(only, reading) } }];
  }
  const attributes = attributesIn(sold, names, columns);
  const { RecommendedRetailPrice, SalePrice } = pricesIn(only, reading);
  const productRow: OwnRow = {
    number: first.number,
    cells: {
      ...own,
      SKU: skuFrom(handle),
      RecommendedRetailPrice,
      SalePrice,
      VariesBy: several([...attributes.keys()]),
      OwnAttributes: attributeLines(attributes),
    },
  };
  const variantRows = sold.map((row): OwnRow => {
    const chosen = new Map<string, string[]>();
    for (const [i, [, value]] of options.entries()) {
      const name = names[i] ?? "";
      if (name !== "") chosen.set(name, [columns.text(row, value)]);
    }
    return {
      number: row.number,
      cells: {
        ...group,
        VariantId: "new",
        SKU: columns.text(row, "sku") || skuFrom(`${handle}-${[...chosen.values()].flat().join("-")}`),
        OwnAttributes: attributeLines(chosen),
        Pictures: columns.text(row, "variantPicture") || null,
        ...otherTaxClass(taxClass(columns.cell(row, "taxable")), ofProduct),
        ...soldCells(row, reading),
      },
    };
  });
  return [productRow, ...variantRows];
}

/** All rows of a product may have one, in any order. */
function picturesIn(rows: readonly ReadRow[], columns: Columns): string[] {
  const pictures = rows.map((row, i) => ({
    address: columns.text(row, "picture"),
    position: numberOf(columns.cell(row, "picturePosition")) ?? i + 1,
  }));
  const inOrder = pictures.filter(({ address }) => address !== "").sort((a, b) => a.position - b.position);
  return [...new Set(inOrder.map(({ address }) => address))];
}

/** The options of each attribute, in the order of the rows. */
function attributesIn(rows: readonly ReadRow[], names: readonly string[], columns: Columns) {
  const attributes = new Map<string, string[]>();
  for (const [i, [, value]] of options.entries()) {
    const name = names[i] ?? "";
    const values = rows.map((row) => columns.text(row, value)).filter((text) => text !== "");
    if (name !== "") attributes.set(name, [...new Set(values)]);
  }
  return attributes;
}

function soldCells(row: ReadRow, reading: Reading): OwnCells {
  const { columns } = reading;
  const isCounted = columns.has("tracker") ? columns.text(row, "tracker") !== "" : columns.has("quantity");
  const quantity = columns.cell(row, "quantity");
  return {
    GTIN: columns.text(row, "barcode").replace(/^'/, "") || null,
    ...pricesIn(row, reading),
    ...(columns.has("tracker") || columns.has("quantity") ? { ManageStock: isCounted } : {}),
    // Shopify sells more than there is, if it may: less than none is none.
    ...(isCounted && !isBlank(quantity) ? { StockQuantity: atLeastNone(quantity) } : {}),
    WeightKg: kilograms(columns.cell(row, "grams"), 0.001),
  };
}

const atLeastNone = (cell: ReadCell): ReadCell => {
  const number = numberOf(cell);
  return number === undefined ? cell : Math.max(0, number);
};

/** The price is the sale price if it was reduced, and the recommended price otherwise. */
function pricesIn(row: ReadRow, { columns }: Reading) {
  const [now, before] = [columns.cell(row, "price"), columns.cell(row, "compareAt")];
  const [nowNumber, beforeNumber] = [numberOf(now), numberOf(before)];
  const isReduced = nowNumber !== undefined && beforeNumber !== undefined && beforeNumber > nowNumber;
  if (isReduced) return { RecommendedRetailPrice: before, SalePrice: now };
  const isWrong = !isBlank(before) && beforeNumber === undefined;
  return { RecommendedRetailPrice: isWrong ? before : now, SalePrice: isBlank(now) ? null : clearMarker };
}
