/** Verifies a second factor: a passkey, a code of the app, or a recovery code. */
import type { FastifyRequest } from "fastify";
import type { User } from "#api/modules/identity/accounts.ts";
import { formField, type IdentityParts } from "#api/modules/identity/parts.ts";
import {
  admitAttempt,
  clearFailuresOfBrowser,
  lock,
  maxFailures,
  secondFactorCodes,
  signInName,
  waitMessage,
} from "#api/modules/identity/sign-in.ts";
import { requiredMessage } from "#contract/fields.ts";
import { takeAppCode } from "./app.ts";
import { mailOwner } from "./emails.ts";
import { factorsOf } from "./factors.ts";
import { askForPasskey, type PasskeyRequest, takePasskeyProof } from "./passkeys.ts";
import { countRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";

/** The submitted fields, of which one is filled in. */
export interface ProofFields {
  code: string;
  recovery: string;
  /** The signed response of the passkey, as JSON, and the id of its challenge. */
  passkey: string;
  ticket: string;
}

export const proofFieldsIn = (request: FastifyRequest): ProofFields => ({
  code: formField(request, "code"),
  recovery: formField(request, "recovery"),
  passkey: formField(request, "passkey"),
  ticket: formField(request, "ticket"),
});

/** Returns what the form that asks for a second factor needs to know about the user. */
export async function requiredProofOf(
  { config, database }: IdentityParts,
  user: User,
): Promise<{ hasApp: boolean; passkey: PasskeyRequest | undefined }> {
  const { appSince } = await factorsOf(database.db, user.id);
  return { hasApp: appSince !== undefined, passkey: await askForPasskey(database.db, config, user.id) };
}

export type ProofErrors = Partial<Record<"code" | "recovery" | "passkey", string>>;

/** `amr` (RFC 8176) names the method. */
export type Proof = { amr: string[]; errors?: undefined } | { amr?: undefined; errors: ProofErrors };

const wrongPasskey = "This passkey could not be checked. Try it again, or type a code.";
const wrongCode = "This code is not right, or has already been used. Type the one that your app shows now.";
const wrongRecovery = "This is not one of your recovery codes, or it has already been used.";

/**
 * Verifies the submitted proof. If a recovery code was used, the account's owner is notified with the number that is
 * left.
 */
export async function proveSecondFactor(parts: IdentityParts, user: User, fields: ProofFields): Promise<Proof> {
  const { config, database, log } = parts;
  if (fields.passkey !== "") {
    if (await takePasskeyProof(database.db, config, user.id, { ticket: fields.ticket, response: fields.passkey }))
      return { amr: ["pop"] };
    log.warn({ userId: user.id }, "a passkey was refused");
    return { errors: { passkey: wrongPasskey } };
  }
  const isRecovery = fields.recovery.trim() !== "";
  if (!isRecovery && fields.code.trim() === "") return { errors: { code: requiredMessage } };
  const refused = (message: string): Proof => ({ errors: isRecovery ? { recovery: message } : { code: message } });
  const wrong = isRecovery ? wrongRecovery : wrongCode;
  const name = signInName(user.email);
  const { attempts, refusal, minutes } = await admitAttempt(database, name, secondFactorCodes);
  if (refusal) {
    log.warn({ userId: user.id, refusal }, "a code was not checked");
    return refused(refusal === "locked" ? `${wrong} ${lockMessage(minutes)}` : `${wrong} ${waitMessage}`);
  }
  const isRight = isRecovery
    ? await takeRecoveryCode(parts, user, fields.recovery)
    : await takeAppCode(database.db, log, config.secondFactor.secrets, user.id, fields.code);
  if (isRight) {
    await clearFailuresOfBrowser(database.db, name, secondFactorCodes);
    return { amr: ["otp"] };
  }
  log.warn({ userId: user.id, attempts, isRecovery }, "a code was wrong");
  return refused(
    attempts < maxFailures ? wrong : `${wrong} ${lockMessage(await lock(database, name, secondFactorCodes))}`,
  );
}

const lockMessage = (minutes: number) =>
  `After several failed attempts, no code is accepted for ${minutes} minute${minutes === 1 ? "" : "s"}.`;

function takeRecoveryCode({ database, jobs, config }: IdentityParts, user: User, code: string): Promise<boolean> {
  return database.transaction(async (db) => {
    if (!(await useRecoveryCode(db, user.id, code))) return false;
    await mailOwner({ db, jobs, authority: config.oidc.authority }, user, {
      what: "code used",
      left: await countRecoveryCodes(db, user.id),
    });
    return true;
  });
}
