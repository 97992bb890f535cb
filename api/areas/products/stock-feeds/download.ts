/** Fetches the file of a feed, from the web or by SFTP, unless it has not changed. */
import { and, eq, isNull } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { stockFeeds } from "#api/core/database/schema/index.ts";
import { type GuardedFile, guardedDownload } from "#api/core/outbound/guarded-fetch.ts";
import { sftpDownload } from "#api/core/outbound/sftp.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { openPassword } from "./password.ts";
import type { StoredFeed } from "./policy.ts";

export const timeoutMs = 60_000;

/** A problem of the feed, as a message for its users. */
export class Problem extends Error {}

export interface Fetched {
  /** Undefined if the file has not changed since it was imported. */
  content: Buffer | undefined;
  version: Pick<StoredFeed, "etag" | "lastModified">;
}

const [ok, nextClass, notModified] = [200, 300, 304];

/** @throws Problem, ForbiddenAddress, or the error of the connection */
export async function downloadWeb(config: Config, feed: StoredFeed): Promise<Fetched> {
  const { digest, etag, lastModified } = feed;
  const file = await guardedDownload(feed.address, {
    headers: {
      accept: "text/csv, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, text/plain, */*;q=0.1",
      "user-agent": "Countinghouse",
      ...(await authorizationOf(config, feed)),
      ...(digest !== null && etag !== null && { "if-none-match": etag }),
      ...(digest !== null && lastModified !== null && { "if-modified-since": lastModified }),
    },
    timeoutMs,
    maxBytes: maxWorkbookBytes,
    allowPrivate: config.allowPrivateWebhooks,
  });
  const { status } = file;
  if (status === 401 || status === 403)
    throw new Problem(`The server answered ${status}: it refuses the user name or the password.`);
  if (status === 404 || status === 410) throw new Problem(`The server answered ${status}: there is no such file.`);
  const version = { etag: headerOf(file, "etag"), lastModified: headerOf(file, "last-modified") };
  if (status === notModified) return { content: undefined, version };
  if (status < ok || status >= nextClass) throw new Problem(`The server answered ${status}.`);
  return { content: contentOf(file.bytes), version };
}

/** @throws Problem, SftpRefusal, ForbiddenAddress, or the error of the connection */
export async function downloadSftp({ db }: Pick<Database, "db">, config: Config, feed: StoredFeed): Promise<Fetched> {
  const { version, bytes } = await sftpDownload(feed.address, {
    userName: feed.userName,
    [feed.publicKey === null ? "password" : "privateKey"]: await passwordOf(config, feed),
    hostKey: feed.hostKey,
    onSignedIn: async (hostKey) => {
      const isFirst = and(eq(stockFeeds.id, feed.id), eq(stockFeeds.address, feed.address), isNull(stockFeeds.hostKey));
      await db.update(stockFeeds).set({ hostKey }).where(isFirst);
    },
    version: feed.digest === null ? null : feed.lastModified,
    timeoutMs,
    maxBytes: maxWorkbookBytes,
    allowPrivate: config.allowPrivateWebhooks,
  });
  return {
    content: bytes === null ? undefined : contentOf(bytes),
    version: { etag: null, lastModified: version },
  };
}

const passwordLost = "The password can no longer be read. Please enter it again.";
const keyLost = "The key of this feed can no longer be read. Please edit the feed and choose a new key.";

/** The password or the private key. */
async function passwordOf({ settingsSecrets }: Config, { callerId, password, publicKey }: StoredFeed): Promise<string> {
  const opened = password === null ? "" : await openPassword(settingsSecrets, callerId, password);
  if (opened === undefined) throw new Problem(publicKey === null ? passwordLost : keyLost);
  return opened;
}

async function authorizationOf(config: Config, feed: StoredFeed): Promise<Record<string, string>> {
  if (feed.userName === "" && feed.password === null) return {};
  const credentials = `${feed.userName}:${await passwordOf(config, feed)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function contentOf(bytes: Buffer | undefined): Buffer {
  if (bytes === undefined) throw new Problem(`The file is larger than ${maxWorkbookBytes / 1024 / 1024} MB.`);
  if (bytes.length === 0) throw new Problem("The file is empty.");
  return bytes;
}

const longestVersion = 500;

function headerOf({ headers }: GuardedFile, name: "etag" | "last-modified"): string | null {
  const value = headers[name];
  return value === undefined || value.length > longestVersion ? null : value;
}
