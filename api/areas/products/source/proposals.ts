/** Proposes what the columns of a supplier's own file mean, by their titles. */
import type { SheetColumns } from "#api/areas/products/sheet/rows.ts";
import type { SourceField, SourceTarget } from "#contract/products/source.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { foldedTitle } from "./source.ts";

/** Usual titles of each field, the likeliest first. */
const usual: Readonly<Record<SourceField, readonly string[]>> = {
  SKU: [
    "SKU",
    "Item code",
    "Product code",
    "Item number",
    "Item no",
    "Article number",
    "Part number",
    "Part no",
    "Code",
    "Stock code",
    "Model number",
    "Variant SKU",
    "Reference",
  ],
  GTIN: ["GTIN", "EAN", "EAN13", "Barcode", "Bar code", "UPC", "GTIN/EAN", "EAN code", "APN"],
  Name: ["Name", "Product name", "Title", "Item name", "Product title", "Item", "Product", "Article"],
  Description: ["Description", "Long description", "Product description", "Body (HTML)", "Details", "Item description"],
  Brand: ["Brand", "Vendor", "Manufacturer", "Make", "Brand name"],
  Supplier: ["Supplier", "Supplier name", "Supplier id"],
  ProductType: ["Product type", "Type path"],
  TaxClass: [
    "Tax class",
    "Tax status",
    "GST",
    "GST status",
    "GST code",
    "Tax code",
    "GST free",
    "GST (Y/N)",
    "Taxable",
  ],
  RecommendedRetailPrice: [
    "RRP",
    "Recommended retail price",
    "RecommendedRetailPrice",
    "RRP inc GST",
    "RRP (inc GST)",
    "RRP ex GST",
    "Retail price",
    "Retail",
    "Regular price",
    "List price",
    "Price",
    "Unit price",
    "Price (AUD)",
    "Sell price",
  ],
  SalePrice: ["Sale price", "Special price", "Special", "Discounted price", "Promo price", "Offer price"],
  StockQuantity: [
    "Stock",
    "Stock on hand",
    "SOH",
    "Quantity",
    "Qty",
    "Stock quantity",
    "Available",
    "Inventory",
    "On hand",
    "Stock level",
    "Qty available",
    "Quantity available",
    "Available stock",
  ],
  WeightKg: ["Weight (kg)", "Weight", "Weight kg", "Kg", "Shipping weight", "Gross weight", "Package weight (kg)"],
  WeightG: ["Weight (g)", "Weight g", "Grams", "Weight in grams", "Variant Grams"],
  HeightMm: ["Height (mm)", "Height mm", "Height", "Package height"],
  HeightCm: ["Height (cm)", "Height cm"],
  WidthMm: ["Width (mm)", "Width mm", "Width", "Package width"],
  WidthCm: ["Width (cm)", "Width cm"],
  DepthMm: ["Depth (mm)", "Depth mm", "Length (mm)", "Length mm", "Depth", "Length", "Package length"],
  DepthCm: ["Depth (cm)", "Depth cm", "Length (cm)", "Length cm"],
  ShippingMethod: ["Shipping method"],
  ShippingRule: ["Shipping rule"],
  DomesticRate: ["Domestic rate", "Domestic shipping rate"],
  InternationalRate: ["International rate", "International shipping rate"],
  ShippingNotes: ["Shipping notes"],
  Pictures: ["Pictures", "Images", "Image", "Image URL", "Image URLs", "Picture", "Photo", "Image link", "Image Src"],
  HandlingDays: ["Handling days", "Lead time (days)"],
};

/** Fields of which a file has at most one: sizes in two units, for example. */
const alternatives: readonly (readonly SourceField[])[] = [
  ["WeightKg", "WeightG"],
  ["HeightMm", "HeightCm"],
  ["WidthMm", "WidthCm"],
  ["DepthMm", "DepthCm"],
];

/** @returns for each title the field that it suggests; each field at most once */
export function proposalsFor(titles: readonly string[]): (SourceField | null)[] {
  const folded = titles.map(foldedTitle);
  const proposals = titles.map((): SourceField | null => null);
  const taken = new Set<SourceField>();
  for (const field of keysOf(usual)) {
    const names = usual[field];
    if (alternatives.some((group) => group.includes(field) && group.some((each) => taken.has(each)))) continue;
    const place = names
      .map((name) => folded.findIndex((title, i) => title === foldedTitle(name) && proposals[i] === null))
      .find((found) => found >= 0);
    if (place === undefined) continue;
    proposals[place] = field;
    taken.add(field);
  }
  return proposals;
}

/** @returns for each column of a table that has our titles alone the column that it is */
export function ownFields(
  titles: readonly string[],
  { places, attributes }: Pick<SheetColumns, "places" | "attributes">,
): (SourceTarget | null)[] {
  const fields = titles.map((): SourceTarget | null => null);
  for (const [column, place] of Object.entries(places)) fields[place] = column;
  for (const { title, place } of attributes) fields[place] = title;
  return fields;
}
