/**
 * Product exports of WooCommerce. Each product has a row, and each variation another one anywhere in the file, whose
 * column `Parent` has the SKU of its product, or `id:` and its number.
 */
import { isBlank } from "#api/core/excel/cells.ts";
import type { ReadCell, ReadRow } from "#api/core/excel/reading.ts";
import { clearMarker, productColumns } from "#contract/products/workbook.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import {
  attributeLines,
  htmlOf,
  kilograms,
  millimetres,
  numberOf,
  otherTaxClass,
  plain,
  several,
  skuFrom,
  taxClass,
} from "./cells.ts";
import { type FormatColumns, formatColumns } from "./columns.ts";
import { foldedTitle, type OwnCells, type OwnRow, type Source, type Translator, titleOf } from "./source.ts";

const titles = {
  id: ["ID"],
  type: ["Type"],
  sku: ["SKU"],
  gtin: ["GTIN, UPC, EAN, or ISBN"],
  name: ["Name"],
  published: ["Published"],
  taxStatus: ["Tax status"],
  taxClass: ["Tax class"],
  shortDescription: ["Short description"],
  description: ["Description"],
  inStock: ["In stock?"],
  stock: ["Stock"],
  salePrice: ["Sale price"],
  regularPrice: ["Regular price"],
  parent: ["Parent"],
  brands: ["Brands"],
  images: ["Images"],
} as const;
type Name = keyof typeof titles;
type Columns = FormatColumns<Name>;

export function isWooCommerce(head: ReadRow): boolean {
  const columns = formatColumns(head, titles);
  const needed = ["type", "sku", "name", "published", "regularPrice"] as const satisfies readonly Name[];
  return needed.every(columns.has);
}

/** Weights and sizes have their unit in the title, as in `Weight (kg)`. */
const unitIn = /^(weight|length|width|height) \((\w+)\)$/i;
const toKilograms: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lbs: 0.453_592_37, oz: 0.028_349_523_125 };
const toMillimetres: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1_000, in: 25.4, yd: 914.4 };
const sizeColumns: Readonly<Record<string, string>> = { length: "DepthMm", width: "WidthMm", height: "HeightMm" };

interface Measure {
  place: number;
  title: string;
  column: string;
  convert(cell: ReadCell): ReadCell;
}

function measuresIn(head: ReadRow): Measure[] {
  return head.cells.flatMap((cell, place): Measure[] => {
    const title = titleOf(cell);
    const [, what = "", unit = ""] = unitIn.exec(title) ?? [];
    const [weight, size] = [toKilograms[unit.toLowerCase()], toMillimetres[unit.toLowerCase()]];
    if (what.toLowerCase() === "weight")
      return weight === undefined ? [] : [{ place, title, column: "WeightKg", convert: (it) => kilograms(it, weight) }];
    const column = sizeColumns[what.toLowerCase()];
    return column === undefined || size === undefined
      ? []
      : [{ place, title, column, convert: (it) => millimetres(it, size) }];
  });
}

interface AttributePlaces {
  name: number;
  values: number;
}

/** The columns `Attribute 1 name` and `Attribute 1 value(s)`, and so on. */
function attributesIn(head: ReadRow): AttributePlaces[] {
  const byTitle = new Map(head.cells.map((cell, place) => [foldedTitle(titleOf(cell)), place]));
  const found: AttributePlaces[] = [];
  for (let i = 1; byTitle.has(`attribute${i}name`); i++) {
    const [name, values] = [byTitle.get(`attribute${i}name`), byTitle.get(`attribute${i}values`)];
    if (name !== undefined && values !== undefined) found.push({ name, values });
  }
  return found;
}

interface Reading {
  columns: Columns;
  measures: readonly Measure[];
  attributes: readonly AttributePlaces[];
  source: Source;
}

export function wooCommerceTranslator(head: ReadRow, source: Source): Translator {
  const columns = formatColumns(head, titles);
  const reading: Reading = { columns, measures: measuresIn(head), attributes: attributesIn(head), source };
  const isRead = new Set([
    ...reading.measures.map(({ title }) => title),
    ...reading.attributes.flatMap(({ name, values }) => [titleOf(head.cells[name]), titleOf(head.cells[values])]),
  ]);
  const parents = new Map<string, Parent>();
  let leftOut = 0;
  const take = (row: ReadRow, type: string): readonly OwnRow[] => {
    if (type.includes("variation")) {
      const parent = parents.get(columns.text(row, "parent"));
      const name = parent?.name ?? columns.text(row, "parent");
      const variation = variationOf(row, name, parent?.row.cells.TaxClass, reading);
      return [...(parent ? taken(parent, variation.cells) : []), variation];
    }
    const product = productOf(row, type, reading);
    if (!type.includes("variable")) return [product];
    const names = [columns.text(row, "sku"), `id:${columns.text(row, "id")}`].filter((name) => name !== "");
    const parent: Parent = { row: product, name: names[0] ?? "", isTaken: false };
    for (const name of names) parents.set(name, parent);
    return [];
  };
  return {
    titles: productColumns,
    sourceTitles: sourceTitlesOf(reading),
    ignored: columns.others.filter((title) => !isRead.has(title)),
    next(row) {
      const type = columns.text(row, "type").toLowerCase();
      const published = columns.text(row, "published");
      const isSold = !/grouped|external/.test(type) && (published === "" || published === "1");
      if (!isSold) {
        leftOut++;
        return [];
      }
      return take(row, type);
    },
    end: () => [...parents.values()].flatMap((parent) => taken(parent, {})),
    leftOut: () => leftOut,
  };
}

/** A product with variations, which has no price of its own: it waits for the first of them. */
interface Parent {
  readonly row: OwnRow;
  readonly name: string;
  isTaken: boolean;
}

function taken(parent: Parent, { RecommendedRetailPrice, SalePrice }: OwnCells): readonly OwnRow[] {
  if (parent.isTaken) return [];
  parent.isTaken = true;
  const { number, cells } = parent.row;
  return [
    { number, cells: isBlank(cells.RecommendedRetailPrice) ? { ...cells, RecommendedRetailPrice, SalePrice } : cells },
  ];
}

function sourceTitlesOf({ columns, measures }: Reading): Translator["sourceTitles"] {
  const named = {
    ProductId: "parent",
    VariantId: "sku",
    Name: "name",
    Description: "description",
    SKU: "sku",
    GTIN: "gtin",
    Brand: "brands",
    HasVariants: "type",
    TaxClass: "taxStatus",
    RecommendedRetailPrice: "regularPrice",
    SalePrice: "salePrice",
    ManageStock: "stock",
    StockQuantity: "stock",
    Pictures: "images",
  } as const satisfies Record<string, Name>;
  return {
    ...Object.fromEntries(Object.entries(named).map(([own, name]) => [own, columns.title(name)])),
    ...Object.fromEntries(measures.map(({ column, title }) => [column, title])),
    VariesBy: "Attribute 1 name",
    OwnAttributes: "Attribute 1 value(s)",
  };
}

const groupOf = (name: string, { supplierId }: Source): OwnCells => ({
  ProductId: `new ${name}`,
  ...(supplierId === null ? {} : { Supplier: String(supplierId) }),
});

function productOf(row: ReadRow, type: string, reading: Reading): OwnRow {
  const { columns, source } = reading;
  const hasVariants = type.includes("variable");
  const idName = `id:${columns.text(row, "id")}`;
  const sku = columns.text(row, "sku");
  const attributes = valuesIn(row, reading);
  const description = columns.text(row, "description") || columns.text(row, "shortDescription");
  return {
    number: row.number,
    cells: {
      ...groupOf(sku || idName, source),
      Name: columns.cell(row, "name"),
      Description: htmlOf(description.replaceAll("\\n", "\n")),
      SKU: sku || skuFrom(hasVariants || columns.text(row, "id") !== "" ? idName : columns.text(row, "name")),
      Brand: valuesOf(columns.cell(row, "brands"))[0] ?? null,
      HasVariants: hasVariants,
      TaxClass: taxClassIn(row, columns),
      ...(hasVariants && attributes.size > 0
        ? { VariesBy: several([...attributes.keys()]), OwnAttributes: attributeLines(attributes) }
        : {}),
      ...soldCells(row, reading, { isSold: !hasVariants }),
    },
  };
}

/** Of goods whose shipping alone is taxed, nothing is; other classes than the zero rate have a name of the shop. */
function taxClassIn(row: ReadRow, columns: Columns): ReadCell {
  const status = columns.text(row, "taxStatus").toLowerCase();
  if (status === "none" || status === "shipping") return taxClassNames.gstFree;
  const name = columns.text(row, "taxClass");
  return taxClass(name === "" && status !== "" ? status : name);
}

function variationOf(row: ReadRow, parent: string, ofProduct: ReadCell | undefined, reading: Reading): OwnRow {
  const { columns, source } = reading;
  const isOwn = columns.text(row, "taxClass").toLowerCase() !== "parent";
  return {
    number: row.number,
    cells: {
      ...groupOf(parent, source),
      VariantId: "new",
      ...(isOwn ? otherTaxClass(taxClassIn(row, columns), ofProduct) : {}),
      SKU: columns.text(row, "sku") || skuFrom(`id:${columns.text(row, "id")}`),
      OwnAttributes: attributeLines(valuesIn(row, reading)),
      ...soldCells(row, reading, { isSold: true }),
    },
  };
}

/** Values are separated by commas; one within a value has a backslash before it. */
const valuesOf = (cell: ReadCell): string[] =>
  plain(cell)
    .split(/(?<!\\),/)
    .map((value) => value.replaceAll("\\,", ",").trim())
    .filter((value) => value !== "");

function valuesIn(row: ReadRow, { attributes }: Reading): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, values } of attributes) {
    const options = valuesOf(row.cells[values] ?? null);
    if (plain(row.cells[name]) !== "" && options.length > 0) found.set(plain(row.cells[name]), options);
  }
  return found;
}

/** @param isSold false for a product that is sold in variations, which have their own stock */
function soldCells(row: ReadRow, { columns, measures }: Reading, { isSold }: { isSold: boolean }) {
  const [regular, sale, stock] = [
    columns.cell(row, "regularPrice"),
    columns.cell(row, "salePrice"),
    columns.cell(row, "stock"),
  ];
  const [regularNumber, saleNumber] = [numberOf(regular), numberOf(sale)];
  const isReduced = isBlank(sale) ? false : !(regularNumber !== undefined && saleNumber === regularNumber);
  const isOutOfStock = columns.text(row, "inStock") === "0";
  const counted = isBlank(stock) ? (isOutOfStock ? 0 : undefined) : stock;
  const stockNumber = counted === undefined ? undefined : numberOf(counted);
  return {
    GTIN: columns.text(row, "gtin") || null,
    Pictures: several(valuesOf(columns.cell(row, "images"))) || null,
    RecommendedRetailPrice: regular,
    SalePrice: isReduced ? sale : isBlank(regular) ? null : clearMarker,
    ...(isSold
      ? {
          ManageStock: counted !== undefined,
          // WooCommerce counts below zero for orders on backorder: less than none is none.
          ...(counted === undefined
            ? {}
            : { StockQuantity: stockNumber === undefined ? counted : Math.max(0, stockNumber) }),
        }
      : {}),
    ...Object.fromEntries(measures.map(({ place, column, convert }) => [column, convert(row.cells[place] ?? null)])),
  };
}
