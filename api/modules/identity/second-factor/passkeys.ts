/** Passkeys (WebAuthn) as a second factor: adding and verifying them. */
import { randomBytes } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { passkeys } from "#api/core/database/schema/index.ts";
import type { User } from "#api/modules/identity/accounts.ts";
import { putTicket, takeTicket } from "./tickets.ts";

/** The data with which a page asks the browser for a passkey. */
export interface PasskeyRequest {
  /** Id of the challenge, which works once. */
  ticket: string;
  /** Options for `navigator.credentials`, as JSON. */
  options: string;
}

/** The public origin of the pages: passkeys work nowhere else. */
const site = ({ apiPublicUrl }: Config) => ({
  expectedOrigin: new URL(apiPublicUrl).origin,
  expectedRPID: new URL(apiPublicUrl).hostname,
});

/** Requested if the device supports it: after the password, possession is enough. */
const userVerification = "preferred";

const newTicket = () => randomBytes(32).toString("base64url");
const keysOf = (db: Db, userId: number) => db.select().from(passkeys).where(eq(passkeys.userId, userId));
const described = ({ id, transports }: typeof passkeys.$inferSelect) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

export async function askForNewPasskey(
  db: Db,
  config: Config,
  { id, email, givenName, surname }: User,
): Promise<PasskeyRequest> {
  const options = await generateRegistrationOptions({
    rpName: "Countinghouse",
    rpID: site(config).expectedRPID,
    userName: email,
    userDisplayName: `${givenName} ${surname}`.trim(),
    userID: new TextEncoder().encode(String(id)),
    attestationType: "none",
    excludeCredentials: (await keysOf(db, id)).map(described),
    authenticatorSelection: { residentKey: "preferred", userVerification },
  });
  const ticket = newTicket();
  await putTicket(db, "PasskeySetup", ticket, { userId: id, content: options.challenge });
  return { ticket, options: JSON.stringify(options) };
}

/**
 * Stores a new passkey.
 * @param response result of `navigator.credentials.create`, as JSON
 * @returns false if it does not match the challenge
 */
export async function addPasskey(
  db: Db,
  config: Config,
  user: User,
  { ticket, response, name }: { ticket: string; response: string; name: string },
): Promise<boolean> {
  const known = await takeTicket(db, "PasskeySetup", ticket);
  if (known?.userId !== user.id) return false;
  const result = await orUndefined(() =>
    verifyRegistrationResponse({
      response: JSON.parse(response) as RegistrationResponseJSON,
      expectedChallenge: known.content,
      ...site(config),
      requireUserVerification: false,
    }),
  );
  if (!result?.verified) return false;
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  const added = await db
    .insert(passkeys)
    .values({ id, userId: user.id, name, publicKey: Buffer.from(publicKey), counter, transports })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return added.length > 0;
}

/** Returns undefined for users without a passkey. */
export async function askForPasskey(db: Db, config: Config, userId: number): Promise<PasskeyRequest | undefined> {
  const keys = await keysOf(db, userId);
  if (keys.length === 0) return undefined;
  const options = await generateAuthenticationOptions({
    rpID: site(config).expectedRPID,
    allowCredentials: keys.map(described),
    userVerification,
  });
  const ticket = newTicket();
  await putTicket(db, "PasskeyProof", ticket, { userId, content: options.challenge });
  return { ticket, options: JSON.stringify(options) };
}

/**
 * Verifies a signed challenge.
 * @param response result of `navigator.credentials.get`, as JSON
 */
export async function takePasskeyProof(
  db: Db,
  config: Config,
  userId: number,
  { ticket, response }: { ticket: string; response: string },
): Promise<boolean> {
  const known = await takeTicket(db, "PasskeyProof", ticket);
  if (known?.userId !== userId) return false;
  const keys = await keysOf(db, userId);
  const result = await orUndefined(async () => {
    const parsed = JSON.parse(response) as AuthenticationResponseJSON;
    const key = keys.find(({ id }) => id === parsed.id);
    if (!key) return undefined;
    const credential = { ...described(key), publicKey: new Uint8Array(key.publicKey), counter: key.counter };
    return verifyAuthenticationResponse({
      response: parsed,
      expectedChallenge: known.content,
      ...site(config),
      credential,
      requireUserVerification: false,
    });
  });
  if (!result?.verified) return false;
  const { credentialID, newCounter } = result.authenticationInfo;
  await db.update(passkeys).set({ counter: newCounter, lastUsedAt: new Date() }).where(eq(passkeys.id, credentialID));
  return true;
}

/** Returns undefined for invalid responses, for each kind of which the library throws an error. */
async function orUndefined<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
