/** A sign-in that is under way: the provider's interaction, from its first page to the way back. */
import { eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, type Interaction } from "oidc-provider";
import { users } from "#api/database/schema/index.ts";
import { twoFactors } from "#api/identity/second-factor/two-factors.ts";
import type { User } from "./accounts.ts";
import type { IdentityParts } from "./parts.ts";
import { endSignIn, signInOf } from "./payload-store.ts";

/** Returns the sign-in of this browser that the address names; undefined when it is over. */
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

/** The reason of the provider's policy for asking somebody who is signed in without a second factor. */
export const stepUpReason = "second_factor_missing";

/** In the result of an interaction: it was a new proof of the same sign-in, and not a new sign-in. */
export const goesOn = "goesOn";

/**
 * Returns the account of the session when nothing but a fresh second factor is asked for: the password that the session
 * began with still counts.
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
 * Notes that the user has signed in; `interaction.returnTo` then leads on.
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
 * When this browser is signed in as somebody else, that sign-in ends here. The provider would do it through a page
 * that posts itself by script.
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
  // The interaction may go on without the session it began with.
  interaction.session = undefined;
}
