/** How values are shown: en-AU, without any library in the browser. */
export { formatAbn, formatBsb } from "@contract/rules/abn.ts";

// Made once: making one costs sixty times as much as using it.
const whole = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });

/** `12345` as `12,345`. */
export function integer(value: number): string {
  return whole.format(value);
}
