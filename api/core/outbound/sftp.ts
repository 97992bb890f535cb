/** Reads a file by SFTP from a server that somebody has entered. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Client, type SFTPWrapper, type Stats } from "ssh2";
import { decodedPath } from "./decoded-path.ts";
import { guardedConnection } from "./guarded-fetch.ts";
import { atHost } from "./host-places.ts";

interface SftpRequest {
  userName: string;
  password?: string;
  /** As PEM, in place of the password. */
  privateKey?: string;
  /** The fingerprint of the key that the server had before; null trusts the key that it has now. */
  hostKey: string | null;
  /** Is told the fingerprint of the server's key when the server has accepted the sign-in. */
  onSignedIn: (hostKey: string) => Promise<void>;
  /** The previous `version`; a file that still has it is not read. */
  version: string | null;
  /** For the whole exchange, from resolving the name to the last byte read. */
  timeoutMs: number;
  /** Most bytes of the file. */
  maxBytes: number;
  /** Also allows private addresses. */
  allowPrivate: boolean;
}

export interface SftpFile {
  /** Size and time of the last change, as the server states them. */
  version: string;
  /** Undefined if it is larger than `maxBytes`; null if it still has the version that was known. */
  bytes: Buffer | undefined | null;
}

/** Why the server does not hand out the file, as a sentence for the user who entered its address. */
export class SftpRefusal extends Error {}

/**
 * @throws SftpRefusal, ForbiddenAddress, a TimeoutError, or the error of the connection
 */
export async function sftpDownload(address: string, request: SftpRequest): Promise<SftpFile> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const host = URL.canParse(address) ? new URL(address).host : address;
  return atHost(host, signal, () => download(address, request, signal));
}

async function download(address: string, request: SftpRequest, signal: AbortSignal): Promise<SftpFile> {
  const { userName, password = "", privateKey, hostKey, onSignedIn, timeoutMs, allowPrivate } = request;
  const client = new Client();
  let seen = "";
  const isOtherKey = () => hostKey !== null && seen !== "" && seen !== hostKey;
  const failed = new Promise<never>((_, fail) => {
    client.on("error", (error) => fail(isOtherKey() ? otherKey(seen, privateKey) : reasonFor(error, privateKey)));
    client.on("close", () => fail(new SftpRefusal("The server has closed the connection.")));
    // Also ends what waits for a server that stays connected and says nothing.
    signal.addEventListener("abort", () => fail(signal.reason));
  });
  // It also fails when nobody waits for it, which would end the process.
  failed.catch(() => undefined);
  const exchange = async () => {
    await once(client, "ready");
    await onSignedIn(seen);
    const sftp = await promised<SFTPWrapper>((done) => client.sftp(done));
    // Errors are reported to the caller of each operation; without a listener the process would end.
    sftp.on("error", () => undefined);
    return readFile(sftp, decodedPath(address), request);
  };
  // Servers that ask for the password as a question.
  client.on("keyboard-interactive", (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => password)),
  );
  const sock = guardedConnection(address, { allowPrivate, signal });
  try {
    client.connect({
      sock,
      username: userName,
      ...(privateKey === undefined ? { password, tryKeyboard: true } : { privateKey }),
      readyTimeout: timeoutMs,
      hostVerifier: (key: Buffer) => {
        seen = fingerprintOf(key);
        return !isOtherKey();
      },
    });
    return await Promise.race([failed, exchange()]);
  } finally {
    client.destroy();
    sock.destroy();
  }
}

const fingerprintOf = (key: Buffer) => `SHA256:${createHash("sha256").update(key).digest("base64").replace("=", "")}`;

const otherKey = (seen: string, privateKey: string | undefined) =>
  new SftpRefusal(
    `The server has another key than before (${seen}). If its owner confirms that key, please edit the feed and ${privateKey === undefined ? "enter the password again" : "choose a new key"}.`,
  );

async function readFile(sftp: SFTPWrapper, path: string, { version: known, maxBytes }: SftpRequest): Promise<SftpFile> {
  const stats = await promised<Stats>((done) => sftp.stat(path, done));
  if (stats.isDirectory()) throw new SftpRefusal("The address is that of a folder.");
  if (versionOf(stats) === known) return { version: known, bytes: null };
  // Before it is opened, so that a large file is not.
  if (stats.size > maxBytes) return { version: versionOf(stats), bytes: undefined };
  const file = await promised<Buffer>((done) => sftp.open(path, "r", done));
  // The name may lead to another file by now, whose size decides how much to read.
  const before = await promised<Stats>((done) => sftp.fstat(file, done));
  const version = versionOf(before);
  if (before.size > maxBytes) return { version, bytes: undefined };
  const bytes = await readPieces(sftp, file, before.size);
  // Somebody may still be writing it. That shows in its size or its time, which is stated in whole seconds.
  if (before.mtime * 1000 > Date.now() - recentMs) await wait(settlesMs);
  const after = await promised<Stats>((done) => sftp.fstat(file, done));
  if (versionOf(after) !== version)
    throw new SftpRefusal("The file was changed while it was read. It is read again at the next time.");
  return { version, bytes };
}

/** A file that was changed less than this ago, by whichever clock, is looked at again after `settlesMs`. */
const recentMs = 60 * 60_000;
const settlesMs = 1_500;

const versionOf = ({ size, mtime }: Stats) => `${size} bytes, ${mtime}`;

const pieceBytes = 32 * 1024;
/** Several, because a server that is far away takes long for each. */
const piecesAtOnce = 16;

async function readPieces(sftp: SFTPWrapper, file: Buffer, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let next = 0;
  const reader = async () => {
    while (next < size) {
      const start = next;
      next = Math.min(start + pieceBytes, size);
      const end = next;
      for (let at = start; at < end; ) {
        const position = at;
        // The server may answer with fewer bytes.
        const read = await promised<number>((done) => sftp.read(file, bytes, position, end - position, position, done));
        if (read === 0) throw shrunk();
        at += read;
      }
    }
  };
  await Promise.all(Array.from({ length: piecesAtOnce }, reader));
  return bytes;
}

const shrunk = () => new SftpRefusal("The file has become shorter while it was read.");

/** Returns what an operation of ssh2 hands to its callback. */
function promised<T>(start: (done: (error: Error | undefined | null, result: T) => void) => void): Promise<T> {
  return new Promise((done, fail) => start((error, result) => (error ? fail(reasonFor(error)) : done(result))));
}

const [endOfFile, noSuchFile, permissionDenied] = [1, 2, 3];

/** Returns a sentence for an error of the library that is about the server and not about the connection. */
function reasonFor(error: unknown, privateKey?: string): unknown {
  if (!(error instanceof Error)) return error;
  const { level, code } = error as { level?: string; code?: number | string };
  if (level === "client-authentication")
    return new SftpRefusal(
      privateKey === undefined
        ? "The server refuses the user name or the password."
        : "The server does not accept the key of this feed for this user. Please have the key added to the account.",
    );
  if (level === "client-timeout") return new DOMException(error.message, "TimeoutError");
  if (level === "handshake" || level === "protocol")
    return new SftpRefusal("The server does not speak SFTP as it should.");
  if (code === endOfFile) return shrunk();
  if (code === noSuchFile) return new SftpRefusal("There is no such file on the server.");
  if (code === permissionDenied) return new SftpRefusal("The server does not let this user read the file.");
  return error;
}
