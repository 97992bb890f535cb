import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import type { Database } from "#api/core/database/connection.ts";
import { secrets } from "#api/core/database/schema/index.ts";

const name = "identity";

/**
 * RS256, because every OpenID client accepts it by default, and because the API verifies a token on each request but
 * signs one only every ten minutes.
 */
const algorithm = "RS256";

/** A private RSA key; the named fields are its public half. */
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

/** Created once and stored in the database: tokens and cookies survive a restart and are valid in all processes. */
export async function loadKeys({ db }: Database): Promise<IdentityKeys> {
  const read = async () => (await db.select().from(secrets).where(eq(secrets.name, name)))[0]?.value;
  let value = await read();
  if (value === undefined) {
    // If several processes insert at once, the first row wins, and all of them read it.
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

/** Returns the public halves, with which others verify tokens. */
export function publicKeys({ signing }: IdentityKeys): { keys: JWK[] } {
  return { keys: signing.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use })) };
}
