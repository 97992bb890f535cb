import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endAccount, signInOf } from "#api/core/access/grants.ts";
import { factorsOf, hasFactor } from "#api/modules/identity/second-factor/factors.ts";
import { proofFieldsIn, proveSecondFactor, requiredProofOf } from "#api/modules/identity/second-factor/prove.ts";
import { findActiveUser, fullName, type User } from "./accounts.ts";
import type { ProfilePage } from "./pages/profile-page.ts";
import { formField, type IdentityParts, prefix, sendPage, sendPasskeyPage } from "./parts.ts";
import { changePassword } from "./password-change.ts";

/** The profile pages of the signed-in user, identified by the provider's session cookie. */
export function profileRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { database, log, pages, path } = parts;

  app.get<{ Querystring: { done?: string } }>(`${prefix}/profile`, async (request, reply) => {
    const here = await signedInUser(parts, request, reply);
    if (!here) return sendPage(reply, 403, pages.signInFirst());
    return showProfile(reply, here.user, {}, request.query.done);
  });

  app.post(`${prefix}/profile`, async (request, reply) => {
    const here = await signedInUser(parts, request, reply);
    if (!here) return sendPage(reply, 403, pages.signInFirst());
    const fields = {
      current: formField(request, "current"),
      next: formField(request, "next"),
      again: formField(request, "again"),
    };
    const { user } = here;
    const provesFactor = async () =>
      hasFactor(await factorsOf(database.db, user.id))
        ? (await proveSecondFactor(parts, user, proofFieldsIn(request))).errors
        : undefined;
    const errors = await changePassword(database, log, user, fields, signInOf(here.session), provesFactor);
    return errors ? showProfile(reply, user, errors) : reply.redirect(`${path}/profile?done=password`, 303);
  });

  app.post(`${prefix}/profile/sign-out-everywhere`, async (request, reply) => {
    const here = await signedInUser(parts, request, reply);
    if (!here) return sendPage(reply, 403, pages.signInFirst());
    await endAccount(database.db, String(here.user.id), signInOf(here.session));
    log.info({ userId: here.user.id }, "signed out everywhere else");
    return reply.redirect(`${path}/profile?done=signed-out`, 303);
  });

  async function showProfile(reply: FastifyReply, user: User, errors: ProfilePage["errors"], done?: string) {
    const proof = hasFactor(await factorsOf(database.db, user.id)) ? await requiredProofOf(parts, user) : undefined;
    const status = Object.values(errors).some(Boolean) ? 422 : 200;
    const { email, roles } = user;
    const page = pages.profile({ name: fullName(user), email, roles, proof, errors, done });
    return proof?.passkey ? sendPasskeyPage(parts, reply, status, page) : sendPage(reply, status, page);
  }
}

/**
 * Returns the user of the provider's session cookie; undefined if nobody is signed in, or the account is inactive or
 * locked.
 */
export async function signedInUser(
  { provider, database }: IdentityParts,
  { raw }: FastifyRequest,
  reply: FastifyReply,
) {
  const session = await provider.Session.get(provider.createContext(raw, reply.raw));
  const user = session.accountId === undefined ? undefined : await findActiveUser(database.db, session.accountId);
  return user && { session, user };
}
