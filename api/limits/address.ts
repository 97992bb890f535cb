/**
 * The address of a caller, as far as counting needs it. Addresses are personal data: what is stored is a keyed hash, and
 * the key is replaced each day (UTC) and then gone, so that nobody can find out later whose address it was.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { eq, lt, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "#api/database/connection.ts";
import { secrets } from "#api/database/schema/index.ts";
import { networkOf } from "#contract/rules/network.ts";

const addresses = new WeakMap<IncomingMessage, string>();

/** Reads the address as soon as the request arrives: the sign-in provider removes what proxies say about it. */
export function rememberAddress({ raw, ip }: Pick<FastifyRequest, "raw" | "ip">): void {
  addresses.set(raw, ip);
}

/** The caller's address: what the configured number of proxies says, otherwise the other end of the connection. */
export const addressOf = ({ raw, ip }: Pick<FastifyRequest, "raw" | "ip">): string => addresses.get(raw) ?? ip;

const name = "daily";
const dailyKey = z.object({ day: z.iso.date(), key: z.string() });

/** @returns a function that gives an address's hash of today, the same in all processes */
export function addressHasher({ db }: Pick<Database, "db">): (address: string) => Promise<string> {
  let known: z.output<typeof dailyKey> | undefined;
  let loaded: string | undefined;
  return async (address) => {
    const day = new Date().toISOString().slice(0, 10);
    if (loaded !== day || !known) {
      known = await keyOf(db, day);
      loaded = day;
    }
    return createHmac("sha256", known.key).update(networkOf(address)).digest("base64url").slice(0, 22);
  };
}

async function keyOf(db: Database["db"], day: string): Promise<z.output<typeof dailyKey>> {
  const value = { day, key: randomBytes(32).toString("base64url") };
  // Whoever comes first on a day replaces the key of the day before; everybody reads that one.
  await db
    .insert(secrets)
    .values({ name, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value }, setWhere: lt(sql`${secrets.value} ->> 'day'`, day) });
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, name));
  return dailyKey.parse(stored?.value);
}
