/**
 * The keys of machines as clients of the provider (OAuth 2.0, client credentials). A key is read each time that a token
 * is requested, and its secret is compared with the stored digest.
 */
import { timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type Provider from "oidc-provider";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { clientIdOf, isKeyActive, keyIdIn, secretDigest } from "#api/core/access/keys.ts";
import type { Database } from "#api/core/database/connection.ts";
import { keys } from "#api/core/database/schema/index.ts";

/** Lifetime of a key's access tokens, in seconds. Each call checks the key itself as well. */
export const keyTokenSeconds = 10 * 60;

const neverCalled = async (): Promise<never> => {
  throw new Error("The provider does not store clients.");
};

export function keyClients({ db }: Pick<Database, "db">): Adapter {
  return {
    async find(clientId) {
      const id = keyIdIn(clientId);
      if (id === undefined) return undefined;
      const [key] = await db
        .select({ digest: keys.secretDigest })
        .from(keys)
        .where(and(eq(keys.id, id), isKeyActive));
      return key && clientWith(clientIdOf(id), key.digest);
    },
    upsert: neverCalled,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: neverCalled,
    destroy: neverCalled,
    revokeByGrantId: neverCalled,
  };
}

const clientWith = (clientId: string, digest: string): AdapterPayload => ({
  client_id: clientId,
  client_secret: digest,
  grant_types: ["client_credentials"],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: "client_secret_basic",
});

interface WithSecret {
  clientId: string;
  clientSecret?: string;
  compareClientSecret(secret: string): boolean | Promise<boolean>;
}

/** The provider stores the digest of a key's secret, so the digest of the sent secret is compared with it. */
export function compareSecretsByDigest(provider: Provider): void {
  const client = provider.Client.prototype as unknown as WithSecret;
  const compare = client.compareClientSecret;
  client.compareClientSecret = function compareByDigest(this: WithSecret, secret) {
    if (keyIdIn(this.clientId) === undefined) return compare.call(this, secret);
    const [stored, sent] = [Buffer.from(this.clientSecret ?? ""), Buffer.from(secretDigest(secret))];
    return stored.length === sent.length && timingSafeEqual(stored, sent);
  };
}
