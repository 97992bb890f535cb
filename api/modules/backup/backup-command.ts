/** `npm run backup -- FILE` and `npm run backup -- --verify FILE`, whether the API runs or not. */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataDirOf, expectDatabase } from "#api/core/command-line/server-command.ts";
import { requestFromApi } from "#api/core/command-line/server-requests.ts";
import { completeRestore, databaseIn } from "#api/core/database/embedded.ts";
import { FolderInUse, lockFolder } from "#api/core/database/folder-lock.ts";
import { openSession } from "#api/core/database/session.ts";
import { readLine } from "./contents.ts";
import { copyDatabaseFiles, copyIn, copyRequest, type DatabaseCopy } from "./copy-database.ts";
import { dump } from "./dump.ts";
import { checkBackupFile, linesOfBackup, writeBackupFile } from "./file.ts";
import { readHeader } from "./header.ts";
import { fingerprints, secretsFile } from "./secrets.ts";

/**
 * @param env with the database of the API
 * @returns what happened, for the person at the keyboard
 * @throws Error in words for that person
 */
export async function backupCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const isVerifying = args[0] === "--verify";
  const [file, ...more] = isVerifying ? args.slice(1) : args;
  if (!file || file.startsWith("--") || more.length > 0)
    throw new Error("Which file? npm run backup -- FILE, or npm run backup -- --verify FILE");
  return isVerifying ? verify(file) : backUp(file, env);
}

async function backUp(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const dataDir = dataDirOf(env);
  const began = performance.now();
  const { pausedMs, ...written } = env.DATABASE_URL
    ? { ...(await write(file, { url: env.DATABASE_URL }, env)), pausedMs: undefined }
    : await backUpEmbedded(file, dataDir, env);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const pause = pausedMs === undefined ? "" : ` The API paused for ${(pausedMs / 1_000).toFixed(1)} s.`;
  return `${file} has ${numbers(written)}, ${megabytes(written.bytes)} MB. It took ${seconds} s.${pause}
${notInTheFile(env, dataDir)}`;
}

function notInTheFile(env: NodeJS.ProcessEnv, dataDir: string): string {
  const secrets = existsSync(secretsFile(dataDir))
    ? `the secrets in ${secretsFile(dataDir)}`
    : "the secrets SESSION_SECRET, OIDC_CLIENT_SECRET, SECOND_FACTOR_SECRET and SETTINGS_SECRET";
  const emails = env.SMTP_URL ? "" : `, nor the emails in ${join(dataDir, "outbox")}`;
  return `It does not have ${secrets}${emails}. Keep a copy of the secrets somewhere else: without them, what they encrypt cannot be read, such as the secrets of authenticator apps and of webhooks.`;
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
const numbers = ({ tables, rows }: { tables: number; rows: number }) =>
  `${tables} tables with ${rows.toLocaleString("en-AU")} rows`;

async function write(file: string, from: Parameters<typeof openSession>[0], env: NodeJS.ProcessEnv) {
  const session = await openSession(from);
  try {
    let total = { tables: 0, rows: 0 };
    const about = {
      madeAt: new Date().toISOString(),
      sealedWith: fingerprints(env, dataDirOf(env)),
    };
    async function* lines() {
      total = yield* dump(session.client, about);
    }
    const bytes = await writeBackupFile(file, lines());
    return { ...total, bytes };
  } finally {
    await session.close();
  }
}

/** Works on a copy of the database's files, so that others wait only while they are copied. */
async function backUpEmbedded(file: string, dataDir: string, env: NodeJS.ProcessEnv) {
  expectDatabase(env);
  await removeAbandonedCopies(dataDir);
  const name = randomUUID();
  const folder = copyIn(dataDir, name);
  // Held while the copy is in use, so that another backup does not take it for abandoned.
  const release = await lockFolder(folder);
  try {
    const pausedMs = await copyDatabase(dataDir, name);
    return { ...(await write(file, { database: databaseIn(folder) }, env)), pausedMs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await release();
  }
}

/** Returns the pause of the API in milliseconds, or undefined if it is not running. */
async function copyDatabase(dataDir: string, name: string): Promise<number | undefined> {
  try {
    const release = await lockFolder(dataDir);
    try {
      completeRestore(dataDir);
      await copyDatabaseFiles(databaseIn(dataDir), databaseIn(copyIn(dataDir, name)));
      return undefined;
    } finally {
      await release();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    const patience = { takenWithinMs: 15_000, answeredWithinMs: 30 * 60_000 };
    const copy: DatabaseCopy = await requestFromApi(dataDir, copyRequest, { name }, patience);
    return copy.pausedMs;
  }
}

/** A backup that was killed leaves its copy. */
async function removeAbandonedCopies(dataDir: string): Promise<void> {
  const parent = join(dataDir, "backup");
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    try {
      const release = await lockFolder(join(parent, name));
      rmSync(join(parent, name), { recursive: true, force: true });
      await release();
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
    }
  }
}

/** Reads the whole file as a restore would. */
async function verify(file: string): Promise<string> {
  await checkBackupFile(file);
  const lines = linesOfBackup(file);
  try {
    const { madeAt, migrations } = await readHeader(file, lines);
    for await (const text of lines) {
      const line = readLine(text);
      if (!Array.isArray(line) && "tables" in line)
        return `${file} is complete and unchanged. It was made on ${madeAt} and has ${numbers(line)}, with ${migrations.length} migrations.`;
    }
  } finally {
    await lines.return(undefined);
  }
  throw new Error(`${file} has no end. Make another backup.`);
}
