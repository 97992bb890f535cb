/** A signed-in user, with their browser's cookies. */
import { randomUUID } from "node:crypto";

import { sealedCookie } from "#app/services/session/sealed-cookie.server.ts";
import type { SignedIn, Tokens } from "#app/services/session/signed-in.ts";
import { CookieJar } from "./cookies.ts";

const cookie = sealedCookie<SignedIn>("session", { maxChunks: 6 });

export const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** Returns unique tokens, which are valid for ten minutes unless changed. */
export function someTokens(changes: Partial<Tokens> = {}): Tokens {
  const { expiresAt = secondsFromNow(600) } = changes;
  return {
    access: `access-${randomUUID()}`,
    refresh: `refresh-${randomUUID()}`,
    expiresAt,
    renewAt: expiresAt - 60,
    ...changes,
  };
}

export async function signedInWith(tokens: Partial<Tokens> = {}, person: Partial<SignedIn> = {}): Promise<CookieJar> {
  const signedIn: SignedIn = {
    key: randomUUID(),
    startedAt: secondsFromNow(0),
    seenAt: secondsFromNow(0),
    name: "Mia Kerr",
    email: "mia@countinghouse.example",
    subject: "7",
    ...person,
    tokens: someTokens(tokens),
  };
  return new CookieJar().keep(await cookie.seal(signedIn, new Map()));
}

export function signedInPerson(jar: CookieJar): Promise<SignedIn | undefined> {
  return cookie.open(jar);
}
