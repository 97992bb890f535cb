/** Opens the shop of a marketplace, as it is stored at this moment. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { shopKeys, shops } from "#api/core/database/schema/index.ts";
import { openWebhookSecret, sealWebhookSecret } from "../channels/webhook-secret.ts";
import { shopKindsByName } from "./kinds.ts";
import { type Shop, type ShopConnection, type ShopKeys, type ShopKind, ShopRefusal } from "./shop.ts";
import { type ShopClient, shopClient } from "./shop-client.ts";

export type StoredShop = typeof shops.$inferSelect;
export type ShopSettings = Pick<Config, "settingsSecrets" | "allowPrivateWebhooks">;

const sealedSecrets = z.object({ secret: z.string(), webhookSecret: z.string() });
export type ShopSecrets = z.output<typeof sealedSecrets>;

export const sealShopSecrets = (
  { settingsSecrets }: Pick<Config, "settingsSecrets">,
  marketplaceId: number,
  secrets: ShopSecrets,
): Promise<string> => sealWebhookSecret(settingsSecrets, marketplaceId, JSON.stringify(secrets));

/** Returns undefined if they cannot be decrypted, because the key has changed. */
export async function shopSecretsOf(
  { settingsSecrets }: Pick<Config, "settingsSecrets">,
  { marketplaceId, secrets }: Pick<StoredShop, "marketplaceId" | "secrets">,
): Promise<ShopSecrets | undefined> {
  const opened = await openWebhookSecret(settingsSecrets, marketplaceId, secrets);
  return opened === undefined ? undefined : sealedSecrets.parse(JSON.parse(opened));
}

export async function storedShop(db: Db, marketplaceId: number): Promise<StoredShop | undefined> {
  const [stored] = await db.select().from(shops).where(eq(shops.marketplaceId, marketplaceId));
  return stored;
}

const unreadable = "The secrets of the shop can no longer be read. Please enter them again.";

/** @throws ShopRefusal if its secrets cannot be read */
export async function connectionOf(config: ShopSettings, stored: StoredShop): Promise<ShopConnection> {
  const secrets = await shopSecretsOf(config, stored);
  if (!secrets) throw new ShopRefusal(unreadable);
  return { url: stored.url, key: stored.key, ...secrets };
}

export interface OpenShop {
  kind: ShopKind;
  shop: Shop;
  client: ShopClient;
}

/** Milliseconds: for one answer, and for all repetitions of a request. */
interface Patience {
  timeoutMs?: number;
  patienceMs?: number;
}

/** @throws ShopRefusal if its secrets cannot be read */
export async function openShop(
  config: ShopSettings,
  db: Db,
  stored: StoredShop,
  patience: Patience = {},
): Promise<OpenShop> {
  const kind = shopKindsByName[stored.kind];
  const client = shopClient({ allowPrivate: config.allowPrivateWebhooks, ...patience });
  const shop = kind.open(await connectionOf(config, stored), client, keysOfShop(db, stored.marketplaceId));
  return { kind, shop, client };
}

export function keysOfShop(db: Db, marketplaceId: number): ShopKeys {
  const isKey = (kind: string, ownId: string | number) =>
    and(eq(shopKeys.marketplaceId, marketplaceId), eq(shopKeys.kind, kind), eq(shopKeys.ownId, String(ownId)));
  return {
    async get(kind, ownId) {
      const [found] = await db.select({ shopId: shopKeys.shopId }).from(shopKeys).where(isKey(kind, ownId));
      return found?.shopId;
    },
    async set(kind, ownId, shopId) {
      await db
        .insert(shopKeys)
        .values({ marketplaceId, kind, ownId: String(ownId), shopId })
        .onConflictDoUpdate({
          target: [shopKeys.marketplaceId, shopKeys.kind, shopKeys.ownId],
          set: { shopId },
        });
    },
    async claim(kind, ownId, shopId) {
      const [claimed] = await db
        .insert(shopKeys)
        .values({ marketplaceId, kind, ownId: String(ownId), shopId })
        .onConflictDoUpdate({
          target: [shopKeys.marketplaceId, shopKeys.kind, shopKeys.ownId],
          set: { shopId: shopKeys.shopId },
        })
        .returning({ shopId: shopKeys.shopId });
      return claimed?.shopId ?? shopId;
    },
    async remove(kind, ownId) {
      await db.delete(shopKeys).where(isKey(kind, ownId));
    },
  };
}
