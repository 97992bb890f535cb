/** Whether goods carry GST (GST Act: Division 9 taxable, Division 38 GST-free, Division 40 input-taxed supplies). */
import { exclusive, inclusive, taxPair } from "./money.ts";

export const taxClasses = ["taxable", "gstFree", "inputTaxed"] as const;
export type TaxClass = (typeof taxClasses)[number];

export const taxClassNames: Readonly<Record<TaxClass, string>> = {
  taxable: "Taxable",
  gstFree: "GST-free",
  inputTaxed: "Input-taxed",
};

/** An answer of another API may have no tax class: then everything is taxable. */
type MaybeClass = TaxClass | null | undefined;

/** Returns the class that applies: the first one that says something, from the record itself up to the topmost type. */
export const taxClassOf = (...own: readonly MaybeClass[]): TaxClass => own.find((each) => each != null) ?? "taxable";

/**
 * Returns the rate of GST in a price of this class, as a fraction.
 * @param gstRate the rate of taxable supplies
 */
export const rateOf = (taxClass: MaybeClass, gstRate: number): number =>
  taxClassOf(taxClass) === "taxable" ? gstRate : 0;

/**
 * Returns the class of goods that were sold at this price, which stays with the sale. The price decides: without GST, it
 * is that of the product, or GST-free where the product is taxable or not known.
 * @param product the class of the product
 * @param gstRate the rate of taxable supplies, as a fraction
 */
export function soldAs({ exTax, tax }: { exTax: number; tax: number }, product: MaybeClass, gstRate: number): TaxClass {
  if (tax !== 0) return "taxable";
  if (product && product !== "taxable") return product;
  // The GST of a few cents is 0.00 as well.
  return taxPair(exTax, gstRate).tax === 0 ? "taxable" : "gstFree";
}

interface Rates {
  /** Fractions. */
  before: number;
  after: number;
}

/** Returns the price ex GST of goods whose class has changed: what customers pay stays the same, to the cent. */
export function repriced(exTax: number, rates: Rates): number;
export function repriced(exTax: number | null, rates: Rates): number | null;
export function repriced(exTax: number | null, { before, after }: Rates): number | null {
  return before === after ? exTax : exclusive(inclusive(exTax, before), after);
}

/** Returns the name of a class without GST; undefined for others. */
export const untaxedName = (taxClass: MaybeClass): string | undefined =>
  taxClass && taxClass !== "taxable" ? taxClassNames[taxClass] : undefined;

export const hasUntaxed = (rows: readonly { taxClass?: MaybeClass }[]): boolean =>
  rows.some(({ taxClass }) => untaxedName(taxClass) !== undefined);

/** Returns `Taxable (GST 10%)` and so on: the classes as people choose them. */
export const taxClassLabel = (taxClass: TaxClass, gstRate: number): string =>
  taxClass === "taxable"
    ? `${taxClassNames.taxable} (GST ${Number((gstRate * 100).toFixed(4))}%)`
    : taxClassNames[taxClass];
