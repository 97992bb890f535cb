// Made once, because making it costs sixty times as much as using it; and not before it is needed.
let dollars: Intl.NumberFormat | undefined;

/** Formats `1234.5` as `$1,234.50`. */
export function formatDollars(amount: number): string {
  dollars ??= new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });
  return dollars.format(amount);
}
