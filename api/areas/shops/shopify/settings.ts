/** The properties of a shop that must be known before anything is written to it. */
import { z } from "zod";
import { ShopRefusal } from "../shop.ts";
import type { Graph } from "./graph.ts";

export const testDocument = `query Test {
  shop { name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`;
const tested = z.object({
  shop: z.object({ name: z.string(), currencyCode: z.string() }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

/** A permission to write includes the one to read. */
const neededScopes = [
  "write_products",
  "write_inventory",
  "read_locations",
  "write_publications",
  "read_orders",
  "write_merchant_managed_fulfillment_orders",
];

/** @throws ShopRefusal if the app lacks permissions */
export async function testShop(graph: Graph): Promise<{ name: string; currency: string }> {
  const { shop, currentAppInstallation } = await graph.run(testDocument, {}, tested);
  const granted = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
  const missing = neededScopes.filter((scope) => !granted.has(scope) && !granted.has(scope.replace("read_", "write_")));
  if (missing.length > 0)
    throw new ShopRefusal(`The app lacks permissions in the shop. Please grant it ${missing.join(", ")}.`);
  return { name: shop.name, currency: shop.currencyCode };
}

export const settingsDocument = `query Settings {
  shop { currencyCode taxesIncluded weightUnit }
  location { id }
  publications(first: 50) { nodes { id name supportsFuturePublishing } }
}`;
const readSettings = z.object({
  shop: z.object({
    currencyCode: z.string(),
    taxesIncluded: z.boolean(),
    weightUnit: z.enum(["GRAMS", "KILOGRAMS", "OUNCES", "POUNDS"]),
  }),
  location: z.object({ id: z.string() }).nullish(),
  publications: z.object({
    nodes: z.array(z.object({ id: z.string(), name: z.string(), supportsFuturePublishing: z.boolean() })),
  }),
});

export interface ShopifySettings {
  /** Prices include GST. */
  taxesIncluded: boolean;
  weightUnit: "GRAMS" | "KILOGRAMS" | "OUNCES" | "POUNDS";
  /** Where stock is kept: the primary location. */
  locationId: string;
  /** The online store. */
  publicationId: string;
}

/** @throws ShopRefusal if products cannot be published in the shop */
export async function settingsOf(graph: Graph): Promise<ShopifySettings> {
  const { shop, location, publications } = await graph.run(settingsDocument, {}, readSettings);
  if (shop.currencyCode !== "AUD")
    throw new ShopRefusal(`The shop sells in ${shop.currencyCode}, but prices are in Australian dollars (AUD).`);
  if (!location) throw new ShopRefusal("The shop has no active location. Please add one in Shopify's settings.");
  // Its name is the same in every language, and no other publication can be dated.
  const onlineStore =
    publications.nodes.find(({ name }) => name === "Online Store") ??
    publications.nodes.find(({ supportsFuturePublishing }) => supportsFuturePublishing);
  if (!onlineStore) throw new ShopRefusal("The shop has no online store. Please add this sales channel in Shopify.");
  const { taxesIncluded, weightUnit } = shop;
  return { taxesIncluded, weightUnit, locationId: location.id, publicationId: onlineStore.id };
}
