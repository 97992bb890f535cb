/**
 * Fetches the pictures that imports have named by their addresses, and those that were sent in zip files. Several at a
 * time, but few from one host, so that a slow one does not hold up the others.
 */

import { setTimeout as wait } from "node:timers/promises";
import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { putInOrder } from "#api/areas/products/images.ts";
import { updateListings } from "#api/areas/products/policy.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { callerBehind } from "#api/core/access/behind.ts";
import type { Config } from "#api/core/config.ts";
import { chosenOnce, claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import {
  fetchedPictures,
  productImages,
  products,
  productVariants,
  sentPictures,
} from "#api/core/database/schema/index.ts";
import { type SanitisedImage, sanitiseImage } from "#api/core/files/images.ts";
import type { FileStore } from "#api/core/files/store.ts";
import { transactionBy } from "#api/core/history/author.ts";
import { ForbiddenAddress, guardedDownload } from "#api/core/outbound/guarded-fetch.ts";
import { whyNotReached } from "#api/core/outbound/why-not-reached.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { maxPhotoBytes } from "#contract/files/limits.ts";
import { maxProductImages } from "#contract/products/image-limits.ts";
import { isSent, shownAddress } from "./sent.ts";

type Picture = typeof fetchedPictures.$inferSelect;

interface Fetching {
  database: Database;
  config: Config;
  files: FileStore;
  log: FastifyBaseLogger;
  /** Milliseconds after which a host counts as slow. */
  slowMs?: number;
}

/** At once in this process, and of them from one host in all processes. */
const atOnce = 12;
const atOncePerHost = 4;
/** Slow hosts share these places besides the others, so that however many there are, the rest goes on. */
const atOnceSlow = 4;
const ordinarilySlowMs = 5_000;
/** Milliseconds for which a host counts as slow once it was. */
const slowForMs = 60_000;
const lookAgainMs = 1_000;
/** Until when a host counts as slow, in this process. */
const slowHosts = new Map<string, number>();

function slowNow(): string[] {
  for (const [host, until] of slowHosts) if (until < Date.now()) slowHosts.delete(host);
  return [...slowHosts.keys()];
}

const timeoutMs = 20_000;
/** A claim of a process that has died expires after this time. */
const claimed = sql`interval '2 minutes'`;
/** Minutes from a failure to the next attempt, after the first, second and third one that may be temporary. */
const pauses = [1, 5, 20];

/** Works until nothing is due. */
export async function fetchPictures(fetching: Fetching, isStopping: () => boolean = () => false): Promise<void> {
  /** The host of each. */
  const running = new Map<Promise<void>, string>();
  let seeSlowHost = () => {};
  const watch = <T>(host: string, work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      slowHosts.set(host, Date.now() + slowForMs);
      seeSlowHost();
    }, fetching.slowMs ?? ordinarilySlowMs);
    return work.finally(() => clearTimeout(timer));
  };
  for (;;) {
    // Fetches that end during the query free places that its answer does not include.
    const isIdle = running.size === 0;
    const due = isStopping() ? [] : await claimAll(fetching.database, [...running.values()]);
    for (const picture of due) {
      const work: Promise<void> = fetchOne(fetching, picture, watch)
        .catch((error: Error) => fetching.log.error({ err: error, picture: picture.id }, "storing a picture failed"))
        .finally(() => running.delete(work));
      running.set(work, picture.host);
    }
    if (due.length > 0) continue;
    if (isIdle) return;
    if (running.size === 0) continue;
    // Pictures that have become due meanwhile must not wait for the answer of a slow host.
    const lookAgain = new AbortController();
    const slowHost = new Promise<void>((done) => {
      seeSlowHost = done;
    });
    const pause = wait(lookAgainMs, undefined, { signal: lookAgain.signal }).catch(() => {});
    await Promise.race([...running.keys(), slowHost, pause]);
    lookAgain.abort();
  }
}

/** Claims pictures for the free places. Pictures of slow hosts have places of their own, so they do not delay others. */
async function claimAll(database: Pick<Database, "transaction">, running: readonly string[]): Promise<Picture[]> {
  const slow = slowNow();
  const slowOnes = sql`(select jsonb_array_elements_text(${JSON.stringify(slow)}::jsonb))`;
  const room = atOnce + atOnceSlow - running.length;
  const ofSlow = running.filter((host) => slow.includes(host)).length;
  const due = await claim(database, Math.min(room, atOnce - (running.length - ofSlow)), sql`not in ${slowOnes}`);
  const dueOfSlow =
    slow.length === 0
      ? []
      : await claim(database, Math.min(room - due.length, atOnceSlow - ofSlow), sql`in ${slowOnes}`);
  return [...due, ...dueOfSlow];
}

/**
 * Takes pictures that are due, so that no other process takes them.
 * @param ofHosts the comparison that their hosts have to pass
 */
function claim({ transaction }: Pick<Database, "transaction">, room: number, ofHosts: SQL): Promise<Picture[]> {
  if (room <= 0) return Promise.resolve([]);
  return transaction(async (db) => {
    // One process claims at a time: the number for each host is counted.
    await db.execute(sql`select pg_advisory_xact_lock(${claimLock})`);
    // A few of each host, so that one with thousands of pictures does not hide the others; and the first of each before
    // the second of any.
    const chosen = chosenOnce(sql`
      with busy as (
        select host, count(*) as count from fetched_pictures
        where next_attempt_at > now() and claimed_until > now() group by host
      ), hosts as (
        select distinct host from fetched_pictures where next_attempt_at <= now() and host ${ofHosts}
      )
      select first.id from hosts left join busy on busy.host = hosts.host cross join lateral (
        select id, coalesce(busy.count, 0) + row_number() over (order by next_attempt_at, id) as nth
        from fetched_pictures where fetched_pictures.host = hosts.host and next_attempt_at <= now()
        order by next_attempt_at, id limit greatest(0, ${atOncePerHost} - coalesce(busy.count, 0))
      ) as first
      order by first.nth, first.id limit ${room}`);
    return claimDue(db, fetchedPictures, {
      due: and(lte(fetchedPictures.nextAttemptAt, sql`now()`), inArray(fetchedPictures.id, chosen)),
      first: fetchedPictures.id,
      lease: { nextAttemptAt: sql`now() + ${claimed}`, claimedUntil: sql`now() + ${claimed}` },
    });
  });
}

const claimLock = 726_001;

/** A reason for which a later attempt may succeed. */
class Temporary extends Error {}

async function fetchOne(
  fetching: Fetching,
  picture: Picture,
  watch: <T>(host: string, work: Promise<T>) => Promise<T>,
): Promise<void> {
  const { database, config, log } = fetching;
  try {
    const image = await (isSent(picture.address)
      ? unpacked(database.db, picture)
      : decoded(picture, await watch(picture.host, download(picture, config))));
    const author = { userId: picture.userId, way: "import" as const, processId: picture.processId ?? undefined };
    await transactionBy(database, author)((db) => storePicture(fetching, db, picture, image));
  } catch (error) {
    const problem = problemFrom(error);
    if (problem === undefined) log.error({ err: error, picture: picture.id }, "fetching a picture failed");
    const pause = error instanceof Refusal || error instanceof ForbiddenAddress ? undefined : pauses[picture.attempts];
    await database.db
      .update(fetchedPictures)
      .set({
        problem: problem ?? "It could not be stored due to an unexpected error.",
        attempts: picture.attempts + 1,
        claimedUntil: null,
        nextAttemptAt: pause === undefined ? null : sql`now() + ${`${pause} minutes`}::interval`,
      })
      .where(eq(fetchedPictures.id, picture.id));
  }
}

function problemFrom(error: unknown): string | undefined {
  if (error instanceof Refusal || error instanceof ForbiddenAddress || error instanceof Temporary) return error.message;
  return whyNotReached(error, timeoutMs);
}

const [tooMany, serverError, ok, nextClass] = [429, 500, 200, 300];

/** @throws Refusal, ForbiddenAddress, Temporary, or an error of the connection */
async function download({ address }: Picture, config: Config): Promise<Buffer> {
  const { status, bytes } = await guardedDownload(address, {
    headers: { accept: "image/jpeg, image/png, image/webp, image/gif", "user-agent": "Countinghouse" },
    timeoutMs,
    maxBytes: maxPhotoBytes,
    allowPrivate: config.allowPrivateWebhooks,
  });
  if (status === tooMany || status >= serverError) throw new Temporary(`The address answered ${status}.`);
  if (status < ok || status >= nextClass) throw new Refusal(422, `The address answered ${status}${whyOf(status)}.`);
  if (bytes === undefined) throw new Refusal(422, `This picture is larger than ${maxPhotoBytes / 1024 / 1024} MB.`);
  return bytes;
}

const decoded = ({ address }: Picture, bytes: Buffer) => sanitiseImage(nameIn(address), bytes);

/** @throws Refusal */
async function unpacked(db: Db, { id, address }: Picture): Promise<SanitisedImage> {
  const [sent] = await db.select({ content: sentPictures.content }).from(sentPictures).where(eq(sentPictures.id, id));
  if (!sent) throw new Refusal(404, "It is no longer stored. Please send it again.");
  return sanitiseImage(shownAddress(address), sent.content);
}

const whyOf = (status: number) =>
  status === 404 || status === 410 ? " (not found)" : status === 403 || status === 401 ? " (not allowed)" : "";

const longestName = 100;
const nameIn = (address: string): string => {
  if (isSent(address)) return shownAddress(address).slice(-longestName);
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  return (path.split("/").at(-1) || "picture").slice(0, longestName);
};

async function storePicture(
  { files, config }: Fetching,
  db: Db,
  picture: Picture,
  image: SanitisedImage,
): Promise<void> {
  const [product] = await db.select().from(products).where(eq(products.id, picture.productId)).for("update");
  if (!product) return;
  const caller = await callerBehind(db, picture.userId);
  if (!caller || !mayManageProducts(caller, product.supplierId))
    throw new Refusal(403, "The person who started the import may no longer change this product.");
  const work = { db, caller, config };
  const isOfVariant = picture.variantId !== 0;
  const fileId = await files.put(db, {
    ...image,
    name: nameIn(picture.address),
    location: isOfVariant ? FileLocation.variantImage : FileLocation.productImage,
    size: image.content.length,
    createdBy: picture.userId,
  });
  if (isOfVariant) await setVariantImage(db, picture, fileId);
  else await addToGallery(db, product, picture, fileId);
  await db
    .update(fetchedPictures)
    .set({ fileId, problem: "", nextAttemptAt: null, claimedUntil: null })
    .where(eq(fetchedPictures.id, picture.id));
  await db.delete(sentPictures).where(eq(sentPictures.id, picture.id));
  await updateListings(work, product.id, "approved");
}

/** A picture that somebody has chosen for the variant meanwhile stays. */
async function setVariantImage(db: Db, { productId, variantId }: Picture, fileId: string): Promise<void> {
  await db
    .update(productVariants)
    .set({ defaultImageFileId: fileId })
    .where(
      and(
        eq(productVariants.id, variantId),
        eq(productVariants.productId, productId),
        sql`${productVariants.defaultImageFileId} is null`,
      ),
    );
}

/** Adds it to the gallery, in the order of the file; the first one is the hero image of a product without one. */
async function addToGallery(
  db: Db,
  product: typeof products.$inferSelect,
  { position }: Picture,
  fileId: string,
): Promise<void> {
  const siblings = await db
    .select()
    .from(fetchedPictures)
    .where(and(eq(fetchedPictures.productId, product.id), eq(fetchedPictures.variantId, 0)));
  const positions = new Map(siblings.flatMap((each) => (each.fileId ? [[each.fileId, each.position]] : [])));
  const gallery = await db
    .select()
    .from(productImages)
    .where(eq(productImages.productId, product.id))
    .orderBy(asc(productImages.position), asc(productImages.id));
  if (gallery.length >= maxProductImages)
    throw new Refusal(409, `A product can have ${maxProductImages} images at the most.`);
  const after = gallery.findLastIndex(({ imageId }) => (positions.get(imageId) ?? Number.POSITIVE_INFINITY) < position);
  const before = gallery.findIndex(({ imageId }) => (positions.get(imageId) ?? 0) > position);
  const at = after >= 0 ? after + 1 : before >= 0 ? before : gallery.length;
  const place = { productId: product.id, position: at + 1 };
  const [added] = await db
    .insert(productImages)
    .values({ ...place, imageId: fileId, label: product.name.slice(0, longestName) })
    .returning({ id: productImages.id, position: productImages.position });
  if (!added) return;
  await putInOrder(db, [...gallery, added], gallery.map(({ id }) => id).toSpliced(at, 0, added.id));
  const hero = product.defaultImageFileId;
  const isFirst = hero === null || (positions.get(hero) ?? 0) > position;
  if (isFirst) await db.update(products).set({ defaultImageFileId: fileId }).where(eq(products.id, product.id));
}
