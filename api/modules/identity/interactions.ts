/** A sign-in in progress: the provider's interaction, from its first page to the redirect back. */
import { eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, type Interaction } from "oidc-provider";
import { endSignIn, signInOf } from "#api/core/access/grants.ts";
import { twoFactors } from "#api/core/access/second-factor.ts";
import { users } from "#api/core/database/schema/index.ts";
import type { User } from "./accounts.ts";
import type { IdentityParts } from "./parts.ts";

/** Returns the sign-in that belongs to this browser and URL; undefined if it has ended. */
export async function findInteraction(
  { provider }: IdentityParts,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    return await provider.interactionDetails(raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

export const interactionPath = ({ path }: IdentityParts, { uid }: Interaction) => `${path}/interaction/${uid}`;

/** Reason of the provider's policy if a signed-in user lacks a second factor. */
export const stepUpReason = "second_factor_missing";

/** Key in the result of an interaction: a new proof for the same sign-in, not a new sign-in. */
export const goesOn = "goesOn";

/**
 * Returns the session's account if only a recent second factor is required: the password of that session still counts.
 */
export async function accountToConfirm(
  { provider }: IdentityParts,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { prompt, params, session: known }: Interaction,
): Promise<string | undefined> {
  const wanted = typeof params.acr_values === "string" ? params.acr_values.split(" ") : [];
  const isStepUp =
    wanted.includes(twoFactors) && prompt.reasons.every((reason) => reason === "max_age" || reason === stepUpReason);
  if (!isStepUp || known?.accountId === undefined) return undefined;
  const session = await provider.Session.get(provider.createContext(raw, reply.raw));
  return session.accountId === known.accountId ? session.accountId : undefined;
}

/**
 * Records that the user has signed in; then redirect to `interaction.returnTo`.
 * @param amr the methods that were used (RFC 8176)
 */
export async function completeInteraction(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: Interaction,
  { user, amr, isSameSignIn = false }: { user: User; amr: string[]; isSameSignIn?: boolean },
): Promise<void> {
  const accountId = String(user.id);
  await leaveOtherAccount(parts, request, reply, interaction, accountId);
  if (!isSameSignIn)
    await parts.database.db.update(users).set({ lastSignedInAt: new Date() }).where(eq(users.id, user.id));
  interaction.result = {
    login: { accountId, amr, ...(amr.length > 1 && { acr: twoFactors }) },
    ...(isSameSignIn && { [goesOn]: true }),
  };
  await interaction.persist();
}

/**
 * Ends the sign-in of another account in this browser. The provider would do so through a page that submits itself by
 * script.
 */
async function leaveOtherAccount(
  { provider, database }: IdentityParts,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  interaction: Interaction,
  accountId: string,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(raw, reply.raw));
  if (session.accountId === undefined || session.accountId === accountId) return;
  await endSignIn(database.db, signInOf(session));
  // The interaction may continue without the session it began with.
  interaction.session = undefined;
}
