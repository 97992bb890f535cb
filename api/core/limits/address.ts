/**
 * The network address of a caller, for counting. Addresses are personal data: only a keyed hash is stored, and the key
 * is replaced each day (UTC), so that the address cannot be found out later.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { eq, lt, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "#api/core/database/connection.ts";
import { secrets } from "#api/core/database/schema/index.ts";
import { visitorHeader, visitorText } from "#contract/operation.ts";
import { networkOf } from "#contract/rules/network.ts";

const addresses = new WeakMap<IncomingMessage, string>();

/** Reads the address as soon as the request arrives, because the sign-in provider removes the forwarding headers. */
export function rememberAddress({ raw, ip }: Pick<FastifyRequest, "raw" | "ip">): void {
  addresses.set(raw, ip);
}

/**
 * Returns the caller's address: according to the configured number of proxies, otherwise the peer of the connection.
 */
export const addressOf = ({ raw, ip }: Pick<FastifyRequest, "raw" | "ip">): string => addresses.get(raw) ?? ip;

/**
 * Returns the address of the visitor for whom the back office sends the request, which it signs with the shared secret;
 * otherwise the caller's address.
 */
export function visitorAddressOf(request: FastifyRequest, secret: string): string {
  const header = request.headers[visitorHeader];
  const [address = "", signature = ""] = typeof header === "string" ? header.split(" ") : [];
  const right = createHmac("sha256", secret).update(visitorText(address)).digest();
  const given = Buffer.from(signature, "hex");
  const isSigned = address !== "" && given.length === right.length && timingSafeEqual(given, right);
  return isSigned ? address : addressOf(request);
}

const name = "daily";
const dailyKey = z.object({ day: z.iso.date(), key: z.string() });

/** Returns a function that hashes an address with the key of the day, the same in all processes. */
export function addressHasher({ db }: Pick<Database, "db">): (address: string) => Promise<string> {
  let known: z.output<typeof dailyKey> | undefined;
  let loaded: string | undefined;
  return async (address) => {
    const day = new Date().toISOString().slice(0, 10);
    if (loaded !== day || !known) {
      known = await findOrCreateKey(db, day);
      loaded = day;
    }
    return createHmac("sha256", known.key).update(networkOf(address)).digest("base64url").slice(0, 22);
  };
}

async function findOrCreateKey(db: Database["db"], day: string): Promise<z.output<typeof dailyKey>> {
  const value = { day, key: randomBytes(32).toString("base64url") };
  // The first process of a day replaces yesterday's key; all processes then read the stored one.
  await db
    .insert(secrets)
    .values({ name, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value }, setWhere: lt(sql`${secrets.value} ->> 'day'`, day) });
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, name));
  return dailyKey.parse(stored?.value);
}
