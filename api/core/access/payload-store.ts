/**
 * The provider's storage (sessions, grants, codes, tokens), in the table `identity_payloads`: shared by all processes
 * and preserved over a restart. All times come from the database's clock.
 */
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { type Adapter, type AdapterFactory, type AdapterPayload, errors, type Session } from "oidc-provider";
import type { Database, Db } from "#api/core/database/connection.ts";
import { identityPayloads as table } from "#api/core/database/schema/index.ts";
import { keyClients } from "#api/modules/identity/key-clients.ts";
import type { Lifetimes } from "#api/modules/identity/provider.ts";

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;
const isAlive = or(isNull(table.expiresAt), gt(table.expiresAt, sql`now()`));

/** PostgreSQL cannot store such a key as text, so nothing is stored under it. */
const isStorable = (key: string) => !key.includes("\u0000");

/**
 * @param lifetimes in seconds. During `refreshOverlap`, a refresh token that was just used is accepted again: several
 *   requests of one browser, or several processes of the back office, may refresh at the same moment with the same
 *   token, and each gets a new one. After that, a second use counts as theft, and the provider revokes the whole grant.
 */
export function payloadStore(database: Database, lifetimes: StoreLifetimes): AdapterFactory {
  const clients = keyClients(database);
  return (model) => (model === "Client" ? clients : new PayloadAdapter(database, model, lifetimes));
}

type StoreLifetimes = Pick<Lifetimes, "refreshOverlap" | "idle" | "signIn">;

class PayloadAdapter implements Adapter {
  readonly #database: Database;
  readonly #model: string;
  readonly #overlap: number;

  readonly #lifetimes: StoreLifetimes;

  constructor(database: Database, model: string, lifetimes: StoreLifetimes) {
    this.#database = database;
    this.#model = model;
    this.#overlap = model === "RefreshToken" ? lifetimes.refreshOverlap : 0;
    this.#lifetimes = lifetimes;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const row = {
      payload,
      grantId: payload.grantId ?? null,
      userCode: payload.userCode ?? null,
      uid: payload.uid ?? null,
      accountId: payload.accountId ?? null,
      expiresAt:
        this.#model === "Session"
          ? this.#sessionEnd(payload.loginTs)
          : expiresIn === undefined
            ? null
            : inSeconds(expiresIn),
    };
    await this.#database.db
      .insert(table)
      .values({ model: this.#model, id, ...row })
      .onConflictDoUpdate({ target: [table.model, table.id], set: row });
    if (this.#model === "RefreshToken" && payload.sessionUid !== undefined)
      await this.#extendSession(payload.sessionUid);
  }

  /**
   * Ends the session after its idle time, and in any case a fixed time after its sign-in (`loginTs`, seconds since
   * 1970).
   */
  #sessionEnd(loginTs: number | SQL | undefined): SQL {
    const { idle, signIn } = this.#lifetimes;
    return loginTs === undefined
      ? inSeconds(idle)
      : sql`least(${inSeconds(idle)}, to_timestamp(${loginTs}::float8 + ${signIn}::float8))`;
  }

  /** The back office renews its tokens while it is in use, which also extends the provider's session. */
  async #extendSession(uid: string): Promise<void> {
    const loginTs = sql`(${table.payload}->>'loginTs')`;
    await this.#database.db
      .update(table)
      .set({ expiresAt: sql`coalesce(${this.#sessionEnd(loginTs)}, ${table.expiresAt})` })
      .where(and(eq(table.model, "Session"), eq(table.uid, uid)));
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(id, eq(table.id, id));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(uid, eq(table.uid, uid));
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#findBy(userCode, eq(table.userCode, userCode));
  }

  async #findBy(key: string, condition: SQL): Promise<AdapterPayload | undefined> {
    if (!isStorable(key)) return undefined;
    const isSpent = this.#overlap > 0 ? lt(table.consumedAt, secondsAgo(this.#overlap)) : isNotNull(table.consumedAt);
    const [row] = await this.#database.db
      .select({ payload: table.payload, isSpent: sql<boolean>`coalesce(${isSpent}, false)` })
      .from(table)
      .where(and(eq(table.model, this.#model), condition, isAlive));
    if (!row) return undefined;
    const payload = row.payload as AdapterPayload;
    return row.isSpent ? { ...payload, consumed: true } : payload;
  }

  /** A code works for only one of two concurrent callers; a refresh token records the time of its first use. */
  async consume(id: string): Promise<void> {
    const used = await this.#database.db
      .update(table)
      .set({ consumedAt: sql`coalesce(${table.consumedAt}, now())` })
      .where(and(this.#is(id), this.#overlap > 0 ? undefined : isNull(table.consumedAt)))
      .returning({ id: table.id });
    if (used.length === 0) throw new errors.InvalidGrant("already used");
  }

  async destroy(id: string): Promise<void> {
    if (isStorable(id)) await this.#database.db.delete(table).where(this.#is(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.db.delete(table).where(and(eq(table.model, this.#model), eq(table.grantId, grantId)));
  }

  #is(id: string): SQL | undefined {
    return and(eq(table.model, this.#model), eq(table.id, id));
  }
}

/** One browser's sign-in: its session and the grants that came from it. */
export interface BrowserSignIn {
  sessionId: string;
  grantIds: string[];
}

export function signInOf(session: Session): BrowserSignIn {
  return { sessionId: session.jti, grantIds: grantsOf(session) };
}

const grantsOf = ({ authorizations = {} }: Pick<Session, "authorizations">): string[] =>
  Object.values(authorizations).flatMap(({ grantId }) => grantId ?? []);

/**
 * SQL condition for the rows of a sign-in: its session, its grants (by their own ids), and its tokens, which name their
 * grant.
 */
function belongsTo({ sessionId, grantIds }: BrowserSignIn): SQL | undefined {
  return or(
    and(eq(table.model, "Session"), eq(table.id, sessionId)),
    and(eq(table.model, "Grant"), inArray(table.id, grantIds)),
    inArray(table.grantId, grantIds),
  );
}

/** SQL condition: the grant has neither expired nor been revoked. */
export const hasGrant = (grantId: string) =>
  sql<boolean>`exists (select 1 from ${table} where ${table.model} = 'Grant' and ${table.id} = ${grantId} and ${isAlive})`;

/**
 * Ends the grant with its tokens, the provider's session that it came from, and the grants of other clients in that
 * session.
 */
export async function endGrant(db: Db, accountId: string, grantId: string): Promise<void> {
  const isInSession = sql`exists (select 1 from jsonb_each(${table.payload}->'authorizations') each where each.value->>'grantId' = ${grantId})`;
  const sessions = await db
    .delete(table)
    .where(
      and(
        eq(table.model, "Session"),
        eq(table.accountId, accountId),
        sql`jsonb_typeof(${table.payload}->'authorizations') = 'object'`,
        isInSession,
      ),
    )
    .returning({ payload: table.payload });
  const grantIds = sessions.flatMap(({ payload }) => grantsOf(payload as Pick<Session, "authorizations">));
  for (const each of new Set([grantId, ...grantIds]))
    await db.delete(table).where(or(and(eq(table.model, "Grant"), eq(table.id, each)), eq(table.grantId, each)));
}

export async function endSignIn(db: Db, signIn: BrowserSignIn): Promise<void> {
  await db.delete(table).where(belongsTo(signIn));
}

/** Ends every session, grant, code and refresh token of the account, except for the sign-in `current`. */
export async function forgetAccount(db: Db, accountId: string, current?: BrowserSignIn): Promise<void> {
  // For rows without a grant the comparison is null; they are deleted as well.
  const isOther = current && sql`not coalesce(${belongsTo(current)}, false)`;
  await db.delete(table).where(and(eq(table.accountId, accountId), isOther));
}

export async function purgeExpiredPayloads(db: Db): Promise<void> {
  await db.delete(table).where(lt(table.expiresAt, sql`now()`));
}
