/** The page behind the link in a mail, where a password is chosen. Who has the link need not be signed in. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Db } from "../database/connection.ts";
import { holdUser, type User } from "./accounts.ts";
import { type NewPasswordErrors, newPasswordErrors, setPassword } from "./new-password.ts";
import { formField, type IdentityParts, prefix, sendPage } from "./parts.ts";
import { takePasswordLink, userOfPasswordLink } from "./password-links.ts";
import { hashPassword } from "./passwords.ts";
import { clearFailedSignIns } from "./sign-in.ts";

interface WithToken {
  Params: { token: string };
}

/** The address holds the secret: it is kept out of every `Referer`, see `plugin.ts`. */
export const passwordUrl = `${prefix}/password/:token`;

export function passwordRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { database, log, pages, path } = parts;

  /** Looking at the page does not use the link up: programs that check mails for bad links open it too. */
  app.get<WithToken>(passwordUrl, async ({ params: { token } }, reply) => {
    const user = await userOfPasswordLink(database.db, token);
    return user ? showForm(reply, user, {}) : showGone(reply);
  });

  app.post<WithToken>(passwordUrl, async (request, reply) => {
    const { token } = request.params;
    const user = await userOfPasswordLink(database.db, token);
    if (!user) return showGone(reply);
    const fields = { next: formField(request, "next"), again: formField(request, "again") };
    const errors = newPasswordErrors(user.email, fields);
    if (errors.next || errors.again) return showForm(reply, user, errors);

    const passwordHash = await hashPassword(fields.next);
    const isSet = await database.transaction((db) => takeLink(db, token, user.id, passwordHash));
    if (!isSet) return showGone(reply);
    log.info({ userId: user.id }, "password chosen through a link");
    return reply.redirect(`${path}/password-set`, 303);
  });

  app.get(`${prefix}/password-set`, async (_request, reply) => sendPage(reply, 200, pages.passwordSet()));

  function showForm(reply: FastifyReply, { email }: User, errors: NewPasswordErrors) {
    return sendPage(reply, errors.next || errors.again ? 422 : 200, pages.choosePassword({ email, errors }));
  }

  function showGone(reply: FastifyReply) {
    return sendPage(reply, 410, pages.linkGone());
  }
}

/**
 * A locked account stays locked, with its failures: a mailbox is no way around an administrator.
 * @returns false when the link was used or replaced, or the user was deactivated, in the meantime
 */
async function takeLink(db: Db, token: string, userId: number, passwordHash: string): Promise<boolean> {
  // The user's row first, as in everything that changes an account, so that two of them cannot block each other.
  const user = await holdUser(db, userId);
  if (!user?.isActive || !(await takePasswordLink(db, token))) return false;
  await setPassword(db, userId, passwordHash);
  if (user.lockedAt === null) await clearFailedSignIns(db, user.email);
  return true;
}
