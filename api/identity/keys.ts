import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import type { Database } from "#api/database/connection.ts";
import { secrets } from "#api/database/schema/index.ts";

const name = "identity";

/**
 * RS256 because every OpenID client takes it without being told, and because the API verifies a token on each request
 * but signs one only every ten minutes.
 */
const algorithm = "RS256";

/** A private RSA key; its public half is the fields that are named. */
const keySchema = z.looseObject({
  kty: z.literal("RSA"),
  n: z.string(),
  e: z.string(),
  kid: z.string(),
  alg: z.literal(algorithm),
  use: z.literal("sig"),
});

const keysSchema = z.object({
  /** Sign the tokens: the first one signs, all verify. */
  signing: z.array(keySchema).min(1),
  /** Sign the cookies: the first one signs, all verify. */
  cookies: z.array(z.string()).min(1),
});

export type IdentityKeys = z.output<typeof keysSchema>;

/** Made once and kept in the database: tokens and cookies outlive a restart, and all processes take each other's. */
export async function loadKeys({ db }: Database): Promise<IdentityKeys> {
  const read = async () => (await db.select().from(secrets).where(eq(secrets.name, name)))[0]?.value;
  let value = await read();
  if (value === undefined) {
    // Several processes may come here at once: the first row stands, and everybody reads that one.
    await db
      .insert(secrets)
      .values({ name, value: await makeKeys() })
      .onConflictDoNothing();
    value = await read();
  }
  return keysSchema.parse(value);
}

async function makeKeys(): Promise<IdentityKeys> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  const signing = { ...key, kid: await calculateJwkThumbprint(key), alg: algorithm, use: "sig" };
  return keysSchema.parse({ signing: [signing], cookies: [randomBytes(32).toString("base64url")] });
}

/** The half that others verify with. */
export function publicKeys({ signing }: IdentityKeys): { keys: JWK[] } {
  return { keys: signing.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use })) };
}
