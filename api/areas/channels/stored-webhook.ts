import { eq } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaces } from "#api/core/database/schema/index.ts";
import type { Webhook } from "./webhook.ts";
import { openWebhookSecret } from "./webhook-secret.ts";

export type WebhookSettings = Pick<Config, "webhooks" | "settingsSecrets" | "allowPrivateWebhooks">;

/**
 * Returns the webhook of a marketplace; undefined for the other channels. A webhook of the environment takes
 * precedence; whoever operates the machine may also name a private address.
 */
export async function webhookOf(
  { webhooks, settingsSecrets, allowPrivateWebhooks }: WebhookSettings,
  db: Db,
  marketplaceId: number,
): Promise<Webhook | undefined> {
  const configured = webhooks[marketplaceId];
  if (configured) return { ...configured, allowPrivate: true };
  const [stored] = await db
    .select({ url: marketplaces.webhookUrl, secret: marketplaces.webhookSecret })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  if (!stored?.url) return undefined;
  const secret = stored.secret && (await openWebhookSecret(settingsSecrets, marketplaceId, stored.secret));
  return { url: stored.url, secret: secret || undefined, allowPrivate: allowPrivateWebhooks };
}
