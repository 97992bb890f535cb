import type { ProductTypeNode } from "#contract/product-types/schema.ts";
import type { ListOption } from "./list-state.ts";

interface Options {
  without?: number;
  /** If set, includes only active types and the types with these ids. */
  activeBut?: readonly number[];
}

/** Returns the tree of product types as options of a select, indented by two dashes for each level. */
export function hierarchyOptions(nodes: readonly ProductTypeNode[], options: Options = {}, level = 0): ListOption[] {
  return nodes.flatMap((node) => {
    // Excluded together with its descendants.
    if (node.id === options.without) return [];
    const isOffered = !node.isDisabled || !options.activeBut || options.activeBut.includes(node.id);
    const label = `${"--".repeat(level)} ${node.name}${node.isDisabled ? " (Disabled)" : ""}`.trim();
    return [
      ...(isOffered ? [{ value: String(node.id), label }] : []),
      ...hierarchyOptions(node.children, options, level + 1),
    ];
  });
}
