/**
 * The provider's storage (sessions, grants, codes, tokens), in the table `identity_payloads`: shared by all processes
 * and preserved over a restart. All times come from the database's clock.
 */
import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from "oidc-provider";
import { isAlive } from "#api/core/access/grants.ts";
import type { Database } from "#api/core/database/connection.ts";
import { identityPayloads as table } from "#api/core/database/schema/index.ts";
import { keyClients } from "./key-clients.ts";
import type { Lifetimes } from "./provider.ts";

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

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
