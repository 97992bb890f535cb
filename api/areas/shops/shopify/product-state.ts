/** Reads a product as it is in the shop. */
import { z } from "zod";
import { type Graph, pageInfo, pagesOf } from "./graph.ts";
import type { ShopifySettings } from "./settings.ts";

export const productDocument = `query Product($identifier: ProductIdentifierInput!, $locationId: ID!, $after: String) {
  productByIdentifier(identifier: $identifier) {
    id
    media(first: 250) { nodes { id status } }
    variants(first: 100, after: $after) {
      nodes { id sku selectedOptions { value } inventoryItem { id inventoryLevel(locationId: $locationId) { id } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
const variant = z
  .object({
    id: z.string(),
    sku: z.string().nullish(),
    selectedOptions: z.array(z.object({ value: z.string() })),
    inventoryItem: z.object({ id: z.string(), inventoryLevel: z.object({ id: z.string() }).nullish() }),
  })
  .transform(({ id, sku, selectedOptions, inventoryItem }) => ({
    id,
    sku: sku ?? "",
    options: selectedOptions.map(({ value }) => value),
    inventoryItemId: inventoryItem.id,
    /** Its stock is kept at the location. */
    isStocked: Boolean(inventoryItem.inventoryLevel),
  }));
export type ShopifyVariant = z.output<typeof variant>;
const product = z.object({
  productByIdentifier: z
    .object({
      id: z.string(),
      media: z.object({ nodes: z.array(z.object({ id: z.string(), status: z.string() })) }),
      variants: z.object({ nodes: z.array(variant), pageInfo }),
    })
    .nullish(),
});

export interface ShopifyProduct {
  id: string;
  media: { id: string; status: string }[];
  variants: ShopifyVariant[];
}

/** Returns undefined if there is no such product. */
export async function readProduct(
  graph: Graph,
  identifier: { id: string } | { handle: string },
  { locationId }: Pick<ShopifySettings, "locationId">,
): Promise<ShopifyProduct | undefined> {
  const variants: ShopifyVariant[] = [];
  let found: z.output<typeof product>["productByIdentifier"];
  const pages = pagesOf(
    graph,
    [productDocument, { identifier, locationId }, product],
    (read) => read.productByIdentifier?.variants,
  );
  for await (const page of pages) {
    found = page.productByIdentifier;
    variants.push(...(found?.variants.nodes ?? []));
  }
  return found ? { id: found.id, media: found.media.nodes, variants } : undefined;
}

export const skuDocument = `query ProductsWithSku($query: String!) {
  productVariants(first: 100, query: $query) { nodes { sku product { id } } }
}`;
const withSku = z.object({
  productVariants: z.object({
    nodes: z.array(z.object({ sku: z.string().nullish(), product: z.object({ id: z.string() }) })),
  }),
});
/** As many as fit into a query. */
const mostSkus = 20;

/** Returns the ids of the products of which a variant has one of the SKUs. */
export async function productsWithSku(graph: Graph, skus: readonly string[]): Promise<string[]> {
  const sought = [...new Set(skus)].filter((sku) => sku !== "").slice(0, mostSkus);
  if (sought.length === 0) return [];
  const query = sought.map((sku) => `sku:"${sku.replaceAll(/["\\]/g, "\\$&")}"`).join(" OR ");
  const { productVariants } = await graph.run(skuDocument, { query }, withSku);
  // The search also finds similar ones.
  return [...new Set(productVariants.nodes.filter(({ sku }) => sought.includes(sku ?? "")).map((n) => n.product.id))];
}
