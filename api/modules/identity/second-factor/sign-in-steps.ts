/** Sign-in, after the password: the pages that ask for the second factor. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Interaction } from "oidc-provider";
import { shouldSetUpFactor } from "#api/core/access/second-factor.ts";
import { findActiveUser, type User } from "#api/modules/identity/accounts.ts";
import {
  accountToConfirm,
  completeInteraction,
  findInteraction,
  interactionPath,
} from "#api/modules/identity/interactions.ts";
import { type IdentityParts, prefix, sendPage, sendPasskeyPage } from "#api/modules/identity/parts.ts";
import { beginAppSetup } from "./app.ts";
import { factorsOf, hasFactor } from "./factors.ts";
import { type ProofErrors, proofFieldsIn, proveSecondFactor, requiredProofOf } from "./prove.ts";
import { findTicket, putTicket, takeTicket } from "./tickets.ts";

/** After the right password, redirects to the second factor, to its set-up, or to the back office. */
export async function continueAfterPassword(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: Interaction,
  user: User,
) {
  const { db } = parts.database;
  if (hasFactor(await factorsOf(db, user.id))) {
    await putTicket(db, "PasswordPassed", interaction.uid, { userId: user.id, content: "" });
    return reply.redirect(`${interactionPath(parts, interaction)}/second-factor`, 303);
  }
  if (shouldSetUpFactor(parts.config, user)) {
    await putTicket(db, "PasswordPassed", interaction.uid, { userId: user.id, content: "" });
    await beginAppSetup(db, parts.config.secondFactor.secrets, user.id, interaction.uid);
    return reply.redirect(`${interactionPath(parts, interaction)}/set-up`, 303);
  }
  await completeInteraction(parts, request, reply, interaction, { user, amr: ["pwd"] });
  return reply.redirect(interaction.returnTo, 303);
}

export function secondFactorSteps(app: FastifyInstance, parts: IdentityParts): void {
  const { database, log, pages } = parts;
  const url = `${prefix}/interaction/:uid/second-factor`;

  app.get(url, async (request, reply) => {
    const at = await userSigningIn(parts, request, reply);
    return at ? showCodePage(reply, at, {}) : reply;
  });

  app.post(url, async (request, reply) => {
    const at = await userSigningIn(parts, request, reply);
    if (!at) return reply;
    const proof = await proveSecondFactor(parts, at.user, proofFieldsIn(request));
    if (proof.errors) return showCodePage(reply, at, proof.errors);
    await takeTicket(database.db, "PasswordPassed", at.interaction.uid);
    await completeInteraction(parts, request, reply, at.interaction, {
      user: at.user,
      amr: ["pwd", "mfa", ...proof.amr],
      isSameSignIn: at.isSignedIn,
    });
    log.info(
      { userId: at.user.id },
      at.isSignedIn ? "confirmed with a second factor" : "signed in with a second factor",
    );
    return reply.redirect(at.interaction.returnTo, 303);
  });

  async function showCodePage(reply: FastifyReply, { interaction, user }: SigningIn, errors: ProofErrors) {
    const action = `${interactionPath(parts, interaction)}/second-factor`;
    const status = Object.values(errors).some(Boolean) ? 422 : 200;
    return sendPasskeyPage(
      parts,
      reply,
      status,
      pages.enterCode({ action, email: user.email, ...(await requiredProofOf(parts, user)), errors }),
    );
  }
}

export interface SigningIn {
  interaction: Interaction;
  user: User;
  /** True if the session continues and only a recent second factor is required. */
  isSignedIn: boolean;
}

/**
 * Returns the user of the sign-in; if it has ended or must restart with the password, sends a response and returns
 * undefined.
 */
export async function userSigningIn(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SigningIn | undefined> {
  const { database, pages } = parts;
  const interaction = await findInteraction(parts, request, reply);
  if (!interaction) {
    sendPage(reply, 410, pages.expired());
    return undefined;
  }
  const ticket = await findTicket(database.db, "PasswordPassed", interaction.uid);
  const isSignedIn = ticket === undefined;
  const user = isSignedIn
    ? await userConfirming(parts, request, reply, interaction)
    : await findActiveUser(database.db, String(ticket.userId));
  if (!user) {
    reply.redirect(interactionPath(parts, interaction), 303);
    return undefined;
  }
  return { interaction, user, isSignedIn };
}

/** Returns the signed-in user who only needs to confirm with their second factor. */
export async function userConfirming(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: Interaction,
): Promise<User | undefined> {
  const { db } = parts.database;
  const accountId = await accountToConfirm(parts, request, reply, interaction);
  const user = accountId === undefined ? undefined : await findActiveUser(db, accountId);
  return user && hasFactor(await factorsOf(db, user.id)) ? user : undefined;
}
