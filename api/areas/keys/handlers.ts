import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Caller, hasBit, hasRole, visibleTo } from "#api/core/access/caller.ts";
import { clientIdOf, isKeyActive, newSecret, secretDigest, startOf } from "#api/core/access/keys.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { keys as keysTable, marketplaces, suppliers, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { byText, emptyLast, pageOf } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import { forbidden, invalid, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { type AddKey, maxKeys } from "#contract/keys/schema.ts";
import { bitOfScope, type KeyScope, marketplaceScopes, scopeNames, supplierScopes } from "#contract/keys/scopes.ts";
import type { Operations } from "#contract/operations.ts";
import { dayOf, endOfDay } from "#contract/rules/dates.ts";

const author = alias(users, "author");
const revoker = alias(users, "revoker");
const nameOf = (user: typeof author | typeof revoker) =>
  sql<string | null>`nullif(trim(${user.givenName} || ' ' || ${user.surname}), '')`;

/** Administrators manage all keys, and staff those of the suppliers whose users they manage. */
const managesAll = (caller: Caller) => hasRole(caller, "Administrator");

const managedKeys = (caller: Caller): SQL | undefined =>
  managesAll(caller) ? undefined : visibleTo(caller, keysTable.supplierId, SupplierPermission.users);

/** Condition: the author is still somebody who manages the key. */
const isAuthorAllowed = sql<boolean>`coalesce(${author.isActive} and ('Administrator' = any(${author.roles}) or exists (
  select 1 from ${supplierUsers} where ${supplierUsers.userId} = ${author.id} and ${supplierUsers.supplierId} = ${keysTable.supplierId}
  and (${supplierUsers.permissions} & ${SupplierPermission.users}) <> 0)), false)`;

const state = sql<
  "active" | "ended" | "revoked"
>`case when ${keysTable.revokedAt} is not null then 'revoked' when ${isKeyActive} then 'active' else 'ended' end`;

const text = (moment: Date | null) => moment?.toISOString() ?? null;

export const keys: AreaHandlers<Operations["keys"]> = {
  async list(input, { db, caller }) {
    const page = await pageOf(
      db,
      {
        rows: db
          .select({
            id: keysTable.id,
            name: keysTable.name,
            secretStart: keysTable.secretStart,
            scopes: keysTable.scopes,
            marketplaceId: keysTable.marketplaceId,
            marketplaceName: marketplaces.name,
            supplierId: keysTable.supplierId,
            supplierName: suppliers.name,
            state,
            endsAt: keysTable.endsAt,
            lastUsedAt: keysTable.lastUsedAt,
            createdAt: keysTable.createdAt,
            createdByUserFullName: nameOf(author),
            isCreatorAllowed: isAuthorAllowed,
            revokedAt: keysTable.revokedAt,
            revokedByUserFullName: nameOf(revoker),
          })
          .from(keysTable)
          .leftJoin(marketplaces, eq(marketplaces.id, keysTable.marketplaceId))
          .leftJoin(suppliers, eq(suppliers.id, keysTable.supplierId))
          .leftJoin(author, eq(author.id, keysTable.createdBy))
          .leftJoin(revoker, eq(revoker.id, keysTable.revokedBy))
          .$dynamic(),
        visible: managedKeys(caller),
        filters: [
          input.supplierId === undefined ? undefined : eq(keysTable.supplierId, input.supplierId),
          input.marketplaceId === undefined ? undefined : eq(keysTable.marketplaceId, input.marketplaceId),
          input.keyId === undefined ? undefined : eq(keysTable.id, input.keyId),
          input.showActiveOnly ? isKeyActive : undefined,
        ],
        sort: {
          createdAt: keysTable.createdAt,
          name: byText(keysTable.name),
          lastUsedAt: emptyLast(keysTable.lastUsedAt),
          endsAt: emptyLast(keysTable.endsAt),
        },
        uniqueKey: keysTable.id,
      },
      input,
    );
    return {
      ...page,
      items: page.items.map((row) => ({
        ...row,
        clientId: clientIdOf(row.id),
        endsAt: text(row.endsAt),
        lastUsedAt: text(row.lastUsedAt),
        createdAt: row.createdAt.toISOString(),
        revokedAt: text(row.revokedAt),
      })),
    };
  },

  async add(input, context) {
    const { db, caller, now, config } = context;
    await assertOwner(context, input);
    assertScopes(input);
    assertMayGive(caller, input);
    const today = dayOf(now.toISOString(), config.timeZone);
    refuse({ EndsOn: input.EndsOn !== null && input.EndsOn < today && "Please enter today or a later day." });
    await assertRoom(db, input.SupplierId);
    const secret = newSecret();
    const id = await db
      .insert(keysTable)
      .values({
        id: sql`nextval(pg_get_serial_sequence('users', 'id'))`,
        name: input.Name,
        scopes: input.Scopes,
        marketplaceId: input.MarketplaceId,
        supplierId: input.SupplierId,
        endsAt: input.EndsOn === null ? null : new Date(endOfDay(input.EndsOn, config.timeZone)),
        secretDigest: secretDigest(secret),
        secretStart: startOf(secret),
        createdBy: caller.userId,
      })
      .returning({ id: keysTable.id })
      .then(insertedId);
    return { id, clientId: clientIdOf(id), secret };
  },

  async revoke({ KeyId }, { db, caller, now }) {
    const [key] = await db
      .select({ id: keysTable.id })
      .from(keysTable)
      .where(and(eq(keysTable.id, KeyId), managedKeys(caller)));
    if (!key) throw notFound("This key");
    await db
      .update(keysTable)
      .set({ revokedAt: now, revokedBy: caller.userId })
      .where(and(eq(keysTable.id, key.id), isNull(keysTable.revokedAt)));
    return null;
  },

  async current(_input, { caller, config }) {
    if (!caller.key) return null;
    const { endsAt, ...key } = caller.key;
    return { ...key, endsAt: text(endsAt), callsPerMinute: config.limits.callsPerMinute ?? null };
  },
};

/** @throws Refusal 403, 404 or 422 unless the caller manages the keys of the owner, and there is one */
async function assertOwner({ db, caller }: Context, { MarketplaceId, SupplierId }: AddKey): Promise<void> {
  refuse({
    SupplierId:
      MarketplaceId !== null && SupplierId !== null && "A key belongs to a marketplace or to a supplier, not to both.",
  });
  if (SupplierId !== null) {
    const [supplier] = await db
      .select({ id: suppliers.id })
      .from(suppliers)
      .where(and(eq(suppliers.id, SupplierId), visibleTo(caller, suppliers.id)));
    if (!supplier) throw notFound("This supplier");
    if (!managesAll(caller) && !hasBit(caller, SupplierId, SupplierPermission.users)) throw forbidden();
    return;
  }
  if (!managesAll(caller)) throw forbidden("Only administrators may add keys of the organisation.");
  if (MarketplaceId === null) return;
  const [marketplace] = await db
    .select({ id: marketplaces.id })
    .from(marketplaces)
    .where(eq(marketplaces.id, MarketplaceId));
  refuse({ MarketplaceId: !marketplace && "There is no such marketplace." });
}

/** @throws Refusal 422 for scopes that no key of this owner may have */
function assertScopes({ Scopes, MarketplaceId, SupplierId }: AddKey): void {
  const refuseOthers = (possible: readonly KeyScope[], owner: string) => {
    const wrong = Scopes.filter((scope) => !possible.includes(scope));
    refuse({ Scopes: wrong.length > 0 && `A key of a ${owner} cannot have: ${scopeNames(wrong).join(", ")}.` });
  };
  if (MarketplaceId !== null) refuseOthers(marketplaceScopes, "marketplace");
  if (SupplierId !== null) refuseOthers(supplierScopes, "supplier");
}

/** Staff cannot give a key what they may not do themselves. @throws Refusal 422 */
function assertMayGive(caller: Caller, { Scopes, SupplierId }: AddKey): void {
  if (managesAll(caller) || SupplierId === null) return;
  const wrong = Scopes.filter((scope) => {
    const bit = bitOfScope[scope];
    return bit !== undefined && !hasBit(caller, SupplierId, bit);
  });
  if (wrong.length > 0)
    throw invalid({
      Scopes: [`You can only give a key what you may do yourself, so not: ${scopeNames(wrong).join(", ")}.`],
    });
}

/** @throws Refusal 422 if the owner has too many keys */
async function assertRoom(db: Db, supplierId: number | null): Promise<void> {
  // One after another, so that two people cannot add the last one at the same time.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`keys of ${supplierId ?? "the organisation"}`}))`);
  const ofOwner = supplierId === null ? isNull(keysTable.supplierId) : eq(keysTable.supplierId, supplierId);
  const [used] = await db.select({ count: count() }).from(keysTable).where(and(ofOwner, isKeyActive));
  if (used && used.count >= maxKeys)
    throw invalid({ Name: [`There are already ${maxKeys} keys in use. Please revoke one first.`] });
}
