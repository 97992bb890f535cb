import type { ProductTypeNode } from "@contract/product-types/schema.ts";
import type { ListOption } from "./list-state";

/** The tree of product types as the options of a select, with two dashes for each level. */
export function hierarchyOptions(nodes: readonly ProductTypeNode[], { without }: { without?: number } = {}, level = 0): ListOption[] {
  return nodes.flatMap((node) => {
    // What is left out goes with everything below it.
    if (node.id === without) return [];
    const label = `${"--".repeat(level)} ${node.name}${node.isDisabled ? " (Disabled)" : ""}`.trim();
    return [{ value: String(node.id), label }, ...hierarchyOptions(node.children, { without }, level + 1)];
  });
}
