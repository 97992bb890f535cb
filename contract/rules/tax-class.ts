/** Whether goods carry GST (GST Act: Division 9 taxable, Division 38 GST-free, Division 40 input-taxed supplies). */
import { exclusive, inclusive } from "./money.ts";

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

/** Returns `Taxable (GST 10%)` and so on: the classes as people choose them. */
export const taxClassLabel = (taxClass: TaxClass, gstRate: number): string =>
  taxClass === "taxable"
    ? `${taxClassNames.taxable} (GST ${Number((gstRate * 100).toFixed(4))}%)`
    : taxClassNames[taxClass];
