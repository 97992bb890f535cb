/** How values are shown: en-AU, without any library in the browser. */
export { formatAbn, formatBsb } from "@contract/rules/abn.ts";

/** `12345` as `12,345`. */
export function integer(value: number): string {
  return value.toLocaleString("en-AU", { maximumFractionDigits: 0 });
}
