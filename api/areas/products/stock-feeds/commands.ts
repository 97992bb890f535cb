import { eq, sql } from "drizzle-orm";
import { assignSource } from "#api/areas/products/source/files.ts";
import { assertAllowed } from "#api/areas/shared/allowed-address.ts";
import { sameCents } from "#api/areas/shared/same-cents.ts";
import { edited } from "#api/core/commands/edits.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { sourceFiles, stockFeeds } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { isSftp } from "#api/core/outbound/guarded-fetch.ts";
import { conflict, invalid, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { stockFeedColumns, stockFeedDetails } from "#contract/stock-feeds/edits.ts";
import { maxStockFeeds } from "#contract/stock-feeds/schema.ts";
import { makeKeyPair } from "./key-pair.ts";
import { sealPassword } from "./password.ts";
import { assertManagesFeeds, feedWith, receivedColumns, type StoredFeed } from "./policy.ts";
import { columnsNow } from "./queries.ts";

type Feeds = Operations["stockFeeds"];

export const add: Handler<Feeds["add"]> = async (input, context) => {
  const { db, caller, config, now } = context;
  const { SupplierId: supplierId } = input;
  await assertManagesFeeds(context, supplierId);
  // One after another, so that two people cannot add the last one at the same time.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`stock feeds of ${supplierId}`}))`);
  if ((await db.$count(stockFeeds, eq(stockFeeds.supplierId, supplierId))) >= maxStockFeeds)
    throw invalid({ Name: [`There are already ${maxStockFeeds} feeds. Please remove one first.`] });
  await assertAllowed(context, "Address", input.Address, { isFile: true });
  assertSignIn(input);
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('users', 'id'))::integer as id`,
  );
  const callerId = rows[0]?.id ?? 0;
  return db
    .insert(stockFeeds)
    .values({
      supplierId,
      callerId,
      name: input.Name,
      address: input.Address,
      userName: input.UserName,
      ...(await credentialsFor(input, { callerId, password: null, publicKey: null }, config)),
      every: input.Every,
      nextReadAt: now,
      createdBy: caller.userId,
    })
    .returning({ id: stockFeeds.id })
    .then(insertedId);
};

export const update: Handler<Feeds["update"]> = async (sent, context) => {
  const { db, config, now } = context;
  const feed = await feedWith(context, sent.FeedId, { isLocked: true });
  const input = edited(sent, stockFeedDetails(feed));
  const { UserName: userName = feed.userName, IsPaused: isPaused = feed.isPaused } = input;
  const isElsewhere = input.Address !== feed.address;
  if (isElsewhere) await assertAllowed(context, "Address", input.Address, { isFile: true });
  const signIn = input.SignIn ?? (feed.publicKey === null ? "password" : "key");
  assertSignIn({ Address: input.Address, UserName: userName, Password: input.Password, SignIn: signIn });
  // A password is not sent to a server that it was not entered for, and goes with its user name.
  const isOtherServer = isElsewhere && originOf(input.Address) !== originOf(feed.address);
  const isSignedOut = userName === "" && feed.userName !== "";
  const isPasswordKept = feed.publicKey !== null || !(isOtherServer || isSignedOut);
  const credentials = await credentialsFor(
    { Password: input.Password, SignIn: signIn },
    { ...feed, password: isPasswordKept ? feed.password : null },
    config,
  );
  const isSignInNew = input.Password !== "" || credentials.publicKey !== feed.publicKey;
  await db
    .update(stockFeeds)
    .set({
      name: input.Name,
      address: input.Address,
      userName,
      ...credentials,
      // A user who enters the password, or asks for another key, trusts the server that they are for.
      ...((isOtherServer || isSignInNew) && { hostKey: null }),
      every: input.Every,
      isPaused,
      nextReadAt: isPaused ? null : nextReadFrom(feed, input.Every, now, isElsewhere || isSignInNew || feed.isPaused),
      ...(isElsewhere && { digest: null, etag: null, lastModified: null, problem: "", failures: 0 }),
    })
    .where(eq(stockFeeds.id, feed.id));
  return null;
};

interface SignIn {
  Password: string;
  SignIn: "password" | "key" | "newKey";
}

/** @throws Refusal 422 */
function assertSignIn({ Address, UserName, Password, SignIn }: SignIn & { Address: string; UserName: string }): void {
  const isKey = SignIn !== "password";
  refuse({
    UserName: isSftp(Address) && UserName === "" && "SFTP needs a user name. Please enter it.",
    SignIn: isKey && !isSftp(Address) && "Only SFTP servers take a key. Please choose the password.",
    Password: isKey && Password !== "" && "A feed that signs in with its key has no password. Please leave this empty.",
  });
}

/** @param before what the feed had, and keeps if nothing else was entered */
async function credentialsFor(
  { Password, SignIn }: SignIn,
  before: Pick<StoredFeed, "callerId" | "password" | "publicKey">,
  { settingsSecrets }: Context["config"],
): Promise<Pick<StoredFeed, "password" | "publicKey">> {
  const sealed = (secret: string) => sealPassword(settingsSecrets, before.callerId, secret);
  if (SignIn === "password") {
    const kept = before.publicKey === null ? before.password : null;
    return { password: Password === "" ? kept : await sealed(Password), publicKey: null };
  }
  if (SignIn === "key" && before.publicKey !== null) return { password: before.password, publicKey: before.publicKey };
  const { privateKey, publicKey } = makeKeyPair();
  return { password: await sealed(privateKey), publicKey };
}

/** `URL.origin` knows the web alone. */
function originOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

const minuteMs = 60_000;

/** A shorter interval counts from now on. */
function nextReadFrom(feed: { nextReadAt: Date | null }, every: number, now: Date, isDue: boolean): Date {
  const latest = now.getTime() + every * minuteMs;
  return isDue ? now : new Date(Math.min(feed.nextReadAt?.getTime() ?? latest, latest));
}

export const remove: Handler<Feeds["remove"]> = async ({ FeedId }, context) => {
  const { db } = context;
  const feed = await feedWith(context, FeedId, { isLocked: true });
  await db.delete(sourceFiles).where(eq(sourceFiles.userId, feed.callerId));
  await db.delete(stockFeeds).where(eq(stockFeeds.id, feed.id));
  return null;
};

export const run: Handler<Feeds["run"]> = async ({ FeedId }, context) => {
  const feed = await feedWith(context, FeedId, { isLocked: true });
  await scheduleReading(context, feed.id);
  return null;
};

export const assignColumns: Handler<Feeds["assignColumns"]> = async (sent, context) => {
  const { db } = context;
  const feed = await feedWith(context, sent.FeedId, { isLocked: true });
  const file = await receivedColumns(db, feed);
  if (!file) throw conflict("No file of this feed has been received yet. Please wait until it has been read.");
  const input = edited(sent, stockFeedColumns(await columnsNow(context, feed, file)), {
    amounts: ["DomesticFlatRate"],
    isSameAmount: sameCents(context.config.gstRate),
  });
  refuse({
    Columns:
      input.Columns.some(({ Field }) => Field === "Supplier") &&
      "All rows of a feed are of one supplier. Please do not assign a column to the supplier.",
  });
  const source = await assignSource(context, file, { ...input, SupplierId: feed.supplierId });
  await db.update(stockFeeds).set({ source, titles: file.titles }).where(eq(stockFeeds.id, feed.id));
  await scheduleReading(context, feed.id);
  return null;
};

/** Reads the file soon, and imports it even if it has not changed. */
async function scheduleReading({ db, now }: Pick<Context, "db" | "now">, id: number): Promise<void> {
  await db
    .update(stockFeeds)
    .set({ nextReadAt: now, digest: null, etag: null, lastModified: null })
    .where(eq(stockFeeds.id, id));
}
