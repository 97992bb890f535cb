/** Reads the settings of a shop. */
import { NoData, type ShopKeys, ShopRefusal, ShopUnavailable } from "../shop.ts";
import { noWooCommerce } from "./refusals.ts";
import type { Rest } from "./rest.ts";
import { apiVersion } from "./rest.ts";
import { anything, currency, settingOptions, site, systemStatus } from "./schema.ts";
import { decoded } from "./text.ts";
import { hasStopped } from "./webhooks.ts";

export interface WooSettings {
  weightUnit: string;
  dimensionUnit: string;
  /** False if the shop sells at the entered prices, whatever taxes are in them. */
  calculatesTaxes: boolean;
  /** True if prices are entered with tax; prices are shown and charged with tax either way. */
  pricesIncludeTax: boolean;
  /** Since WooCommerce 9.2 and 9.6. */
  hasGtins: boolean;
  hasBrands: boolean;
}

const keptMs = 5 * 60_000;
const mostKept = 1_000;
const kept = new Map<string, { settings: WooSettings; until: number }>();
const nameOf = ({ connection }: Rest) => `${connection.url} ${connection.key}`;

/** Reads the settings. Kept for five minutes, because they are needed for every product. */
export async function settingsOf(rest: Rest): Promise<WooSettings> {
  const known = kept.get(nameOf(rest));
  return known && known.until > Date.now() ? known.settings : freshSettings(rest);
}

async function freshSettings(rest: Rest): Promise<WooSettings> {
  const settings = await readSettings(rest);
  if (kept.size >= mostKept) kept.clear();
  kept.set(nameOf(rest), { settings, until: Date.now() + keptMs });
  return settings;
}

async function readSettings(rest: Rest): Promise<WooSettings> {
  const general = await group(rest, "general");
  const products = await group(rest, "products");
  const calculatesTaxes = general.get("woocommerce_calc_taxes") === "yes";
  const tax = calculatesTaxes ? await group(rest, "tax") : undefined;
  return {
    weightUnit: String(products.get("woocommerce_weight_unit") ?? "kg"),
    dimensionUnit: String(products.get("woocommerce_dimension_unit") ?? "cm"),
    calculatesTaxes,
    pricesIncludeTax: !tax || tax.get("woocommerce_prices_include_tax") === "yes",
    ...(await abilitiesOf(rest)),
  };
}

/** The abilities of the shop's version. A shop that does not tell its version is sent what all versions know. */
async function abilitiesOf(rest: Rest): Promise<Pick<WooSettings, "hasGtins" | "hasBrands">> {
  const status = await rest
    .get("/system_status", systemStatus, { _fields: "environment.version" })
    .catch((error: unknown) => {
      if (error instanceof ShopRefusal || error instanceof ShopUnavailable) return undefined;
      throw error;
    });
  const [major = 0, minor = 0] = (status?.environment.version ?? "")
    .split(".")
    .map((part) => Number.parseInt(part, 10));
  const isSince = (since: number) => major > 9 || (major === 9 && minor >= since);
  return { hasGtins: isSince(2), hasBrands: isSince(6) };
}

async function group(rest: Rest, name: string): Promise<Map<string, unknown>> {
  const options = await rest.get(`/settings/${name}`, settingOptions);
  return new Map(options.map(({ id, value }) => [id, value]));
}

/**
 * Tries everything that is needed, without changing anything. A site that hides its own name is called by its host.
 * @throws ShopRefusal that says what is missing
 */
export async function testShop(
  rest: Rest,
  keys: ShopKeys,
): Promise<{ name: string; currency: string; hasStopped: boolean }> {
  const name = await siteName(rest);
  const { code } = await rest.get("/data/currencies/current", currency);
  await freshSettings(rest);
  for (const path of ["/orders", "/products"]) await rest.get(path, anything, { per_page: 1, _fields: "id" });
  const isStopped = await hasStopped(rest, keys);
  // An empty batch changes nothing, but needs a key that may write.
  await rest.send("POST", "/products/batch", anything, { body: { create: [] } });
  return { name, currency: code, hasStopped: isStopped };
}

async function siteName(rest: Rest): Promise<string> {
  const found = await rest.site(site, { _fields: "name,namespaces" }).catch((error: unknown) => {
    // Security plugins hide the list of what a site has; the next requests show whether it is a shop.
    if (error instanceof ShopRefusal || error instanceof NoData) return undefined;
    throw error;
  });
  if (found && !found.namespaces.includes(apiVersion)) throw new ShopRefusal(noWooCommerce);
  return decoded(found?.name ?? "").trim() || new URL(rest.connection.url).host;
}
