/**
 * Keys as callers. Each request reads the key as stored at that moment, so that a revoked key is refused from the next
 * request on, and counts it in the same statement, so that all processes share the limit.
 */
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { keys } from "#api/core/database/schema/index.ts";
import { forbidden, Refusal, unauthenticated } from "#api/core/refusals/refusal.ts";
import type { Role } from "#contract/enumerations.ts";
import { bitOfScope, type KeyScope, keyScopeNames } from "#contract/keys/scopes.ts";
import type { Operation } from "#contract/operation.ts";
import { tooManyRequests } from "#contract/rules/token-bucket.ts";
import type { Caller } from "./caller.ts";
import { permissionsOf, type SupplierLink } from "./roles.ts";

type StoredKey = typeof keys.$inferSelect;

/** The properties of the key that a request was signed in with. */
export type CallingKey = Pick<StoredKey, "id" | "name" | "scopes" | "marketplaceId" | "supplierId" | "endsAt">;

/** Begins every secret, so that scanners of leaked secrets and people recognise it. */
const secretPrefix = "chk_";

/** 256 random bits, so that a plain digest of it cannot be reversed. */
export const newSecret = (): string => `${secretPrefix}${randomBytes(32).toString("base64url")}`;
/** The part of a secret that is shown later. */
export const startOf = (secret: string): string => secret.slice(0, secretPrefix.length + 4);
export const secretDigest = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

export const clientIdOf = (keyId: number): string => `key-${keyId}`;

/** Returns the key's id; undefined for other clients. */
export function keyIdIn(clientId: unknown): number | undefined {
  const [, id] = (typeof clientId === "string" && /^key-([1-9]\d{0,8})$/.exec(clientId)) || [];
  return id === undefined ? undefined : Number(id);
}

/** Condition: the key has neither been revoked nor ended. */
export const isKeyActive: SQL<boolean> = sql<boolean>`(${isNull(keys.revokedAt)} and ${or(isNull(keys.endsAt), gt(keys.endsAt, sql`now()`))})`;

const notValid = () => unauthenticated("This key has been revoked or has ended. Please ask for a new one.");

export interface KeyLimit {
  /** Calls of a key in a minute; undefined for no limit. */
  callsPerMinute: number | undefined;
}

/**
 * Returns the key as a caller, and counts the call. A minute begins with the first call after the last minute.
 * @param asked the scopes that the token was requested for (RFC 6749, 3.3); all of the key's if undefined
 * @throws Refusal 401 if the key is not valid any more, 429 if it has used up its calls
 */
export async function admitKey(
  db: Db,
  { keyId, asked }: { keyId: number; asked: readonly string[] | undefined },
  { callsPerMinute }: KeyLimit,
): Promise<Caller> {
  const isOver = sql`(${keys.minuteAt} is null or ${keys.minuteAt} <= now() - interval '1 minute')`;
  const most = callsPerMinute ?? 0;
  const [key] = await db
    .update(keys)
    .set({
      lastUsedAt: sql`now()`,
      minuteAt: sql`case when ${isOver} then now() else ${keys.minuteAt} end`,
      // One above the limit means used up, so that refused calls are not counted without end.
      calls: sql`case when ${isOver} then 1 else least(${keys.calls}, ${most}) + 1 end`,
    })
    .where(and(eq(keys.id, keyId), isKeyActive))
    .returning({
      id: keys.id,
      name: keys.name,
      scopes: keys.scopes,
      marketplaceId: keys.marketplaceId,
      supplierId: keys.supplierId,
      endsAt: keys.endsAt,
      calls: keys.calls,
      left: sql<number>`ceil(extract(epoch from ${keys.minuteAt} + interval '1 minute' - now()))::float8`,
    });
  if (!key) throw notValid();
  const { calls, left, ...known } = key;
  if (callsPerMinute !== undefined && calls > callsPerMinute) {
    const seconds = Math.max(1, left);
    throw new Refusal(429, tooManyRequests(seconds), undefined, seconds);
  }
  return callerWith({ ...known, scopes: known.scopes.filter((scope) => !asked || asked.includes(scope)) });
}

/** Returns the caller behind work that a key has started; undefined if the key is not valid any more. */
export async function keyBehind(db: Db, keyId: number): Promise<Caller | undefined> {
  const [key] = await db
    .select()
    .from(keys)
    .where(and(eq(keys.id, keyId), isKeyActive));
  return key && callerWith(key);
}

/** The shop of a marketplace as a caller: it acts as a key of the marketplace that places orders. */
export const shopCaller = ({ callerId, marketplaceId }: { callerId: number; marketplaceId: number }): Caller =>
  callerWith({
    id: callerId,
    name: "Shop",
    scopes: ["orders.place"],
    marketplaceId,
    supplierId: null,
    endsAt: null,
  });

/** A stock feed as a caller: it acts as a key of the supplier that changes products. */
export const feedCaller = (feed: { callerId: number; supplierId: number; name: string }): Caller =>
  callerWith({
    id: feed.callerId,
    name: feed.name,
    scopes: ["stock", "products"],
    marketplaceId: null,
    supplierId: feed.supplierId,
    endsAt: null,
  });

const roleOfScope: Readonly<Record<KeyScope, Role>> = {
  "orders.place": "Operator",
  "orders.read": "Read Only",
  shipments: "Operator",
  stock: "Catalogue Manager",
  products: "Catalogue Manager",
  "statements.read": "Read Only",
  charges: "Finance",
  "books.read": "Read Only",
};

/**
 * Returns the caller that a key acts as: a key of a supplier as supplier staff, all others as the operator's staff. Its
 * scopes limit which operations it may call.
 */
function callerWith(key: CallingKey): Caller {
  const { id, name, scopes, supplierId, marketplaceId, endsAt } = key;
  const bits = scopes.reduce((sum, scope) => sum | (bitOfScope[scope] ?? 0), 0);
  const links: SupplierLink[] = supplierId === null ? [] : [{ supplierId, permissions: bits }];
  const roles = supplierId === null ? [...new Set(scopes.map((scope) => roleOfScope[scope]))] : ["Supplier"];
  return {
    userId: id,
    key: { id, name, scopes, supplierId, marketplaceId, endsAt },
    identified: { keyId: id },
    email: "",
    name,
    roles,
    permissions: permissionsOf(roles, links, false),
    links,
    seesAllSuppliers: supplierId === null,
  };
}

/** @throws Refusal 403 that names the scope which the key lacks */
export function assertScope({ scope }: Operation, { scopes }: CallingKey): void {
  if (scope === "any") return;
  if (scope === undefined) throw forbidden("Keys may not call this operation. It is for people who have signed in.");
  const needed = typeof scope === "string" ? [scope] : scope;
  if (needed.some((one) => scopes.includes(one))) return;
  const names = needed.map((one) => `“${keyScopeNames[one]}” (${one})`);
  throw forbidden(`This key may not do this. It needs the scope ${names.join(" or ")}.`);
}
