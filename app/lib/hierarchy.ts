import type { ProductTypeNode } from "@contract/product-types/schema.ts";
import type { ListOption } from "./list-state";

interface Options {
  without?: number;
  /** Those that are active alone, and these. */
  activeBut?: readonly number[];
}

/** The tree of product types as the options of a select, with two dashes for each level. */
export function hierarchyOptions(nodes: readonly ProductTypeNode[], options: Options = {}, level = 0): ListOption[] {
  return nodes.flatMap((node) => {
    // What is left out goes with everything below it.
    if (node.id === options.without) return [];
    const isOffered = !node.isDisabled || !options.activeBut || options.activeBut.includes(node.id);
    const label = `${"--".repeat(level)} ${node.name}${node.isDisabled ? " (Disabled)" : ""}`.trim();
    return [
      ...(isOffered ? [{ value: String(node.id), label }] : []),
      ...hierarchyOptions(node.children, options, level + 1),
    ];
  });
}
