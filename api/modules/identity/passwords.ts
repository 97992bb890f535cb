/**
 * Passwords at rest: scrypt, with its parameters in the string, so that they can be raised later without a migration.
 * One hash takes about 80 ms and 32 MB: never compute it inside a database transaction.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

interface Parameters {
  logN: number;
  r: number;
  p: number;
}

const parameters: Parameters = { logN: 15, r: 8, p: 1 };
const keyBytes = 32;
const saltBytes = 16;

/** Used if there is no hash, so that an unknown account takes as long as a known one. */
const dummySalt = Buffer.alloc(saltBytes, 1);

/** @returns `scrypt$logN$r$p$salt$key`, salt and key in base64url */
export async function hashPassword(plain: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(plain, salt, parameters);
  const { logN, r, p } = parameters;
  return ["scrypt", logN, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** False for a missing or unreadable hash, after the same time as for a wrong password. */
export async function verifyPassword(plain: string, hash: string | null): Promise<boolean> {
  const known = hash === null ? undefined : parse(hash);
  const key = await derive(plain, known?.salt ?? dummySalt, known?.parameters ?? parameters);
  return known !== undefined && timingSafeEqual(key, known.key);
}

function parse(hash: string): { parameters: Parameters; salt: Buffer; key: Buffer } | undefined {
  const match = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!match) return undefined;
  const [, logN, r, p, salt = "", key = ""] = match;
  const expected = Buffer.from(key, "base64url");
  if (expected.length !== keyBytes) return undefined;
  return {
    parameters: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: expected,
  };
}

function derive(plain: string, salt: Buffer, { logN, r, p }: Parameters): Promise<Buffer> {
  // NFKC, so that the same characters typed on different keyboards are the same password.
  const password = plain.normalize("NFKC");
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
