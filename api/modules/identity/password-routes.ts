/** The page behind the link in an email, where users choose a password; those without a name enter it here, too. */
import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Db } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";
import { transactionBy } from "#api/core/history/author.ts";
import { lockUser, type User } from "./accounts.ts";
import { type NewPasswordErrors, newPasswordErrors, setPassword } from "./new-password.ts";
import { checkNames, hasNoName, type NameErrors, type Names } from "./own-name.ts";
import { formField, type IdentityParts, prefix, sendPage } from "./parts.ts";
import { takePasswordLink, userOfPasswordLink } from "./password-links.ts";
import { hashPassword } from "./passwords.ts";
import { clearFailedSignIns } from "./sign-in.ts";

interface WithToken {
  Params: { token: string };
}

/** The URL contains the secret, so it is hidden from every `Referer`, see `plugin.ts`. */
export const passwordUrl = `${prefix}/password/:token`;

export function passwordRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { database, log, pages, path } = parts;

  /** Opening the page does not use up the link, because mail scanners open it too. */
  app.get<WithToken>(passwordUrl, async ({ params: { token } }, reply) => {
    const user = await userOfPasswordLink(database.db, token);
    return user ? showForm(reply, user, {}, { givenName: "", surname: "" }) : showGone(reply);
  });

  app.post<WithToken>(passwordUrl, async (request, reply) => {
    const { token } = request.params;
    const user = await userOfPasswordLink(database.db, token);
    if (!user) return showGone(reply);
    const fields = { next: formField(request, "next"), again: formField(request, "again") };
    const typed = { givenName: formField(request, "givenName"), surname: formField(request, "surname") };
    const { names, errors: nameErrors } = hasNoName(user) ? checkNames(typed) : {};
    const errors = { ...newPasswordErrors(user.email, fields), ...nameErrors };
    if (Object.values(errors).some(Boolean)) return showForm(reply, user, errors, typed);

    const passwordHash = await hashPassword(fields.next);
    const isSet = await transactionBy(database, { userId: user.id, way: "form" })((db) =>
      takeLink(db, token, user.id, { passwordHash, names }),
    );
    if (!isSet) return showGone(reply);
    log.info({ userId: user.id }, "password chosen through a link");
    return reply.redirect(`${path}/password-set`, 303);
  });

  app.get(`${prefix}/password-set`, async (_request, reply) => sendPage(reply, 200, pages.passwordSet()));

  function showForm(reply: FastifyReply, user: User, errors: NewPasswordErrors & NameErrors, typed: Names) {
    const status = Object.values(errors).some(Boolean) ? 422 : 200;
    return sendPage(
      reply,
      status,
      pages.choosePassword({ email: user.email, errors, ...(hasNoName(user) && { names: typed }) }),
    );
  }

  function showGone(reply: FastifyReply) {
    return sendPage(reply, 410, pages.linkGone());
  }
}

/**
 * Uses up the link and lifts a lock: somebody who reads the mailbox is the owner of the account, not the stranger who
 * guessed.
 * @returns false if the link was used or replaced, or the user was deactivated, in the meantime
 */
async function takeLink(
  db: Db,
  token: string,
  userId: number,
  chosen: { passwordHash: string; names: Names | undefined },
): Promise<boolean> {
  // Locks the user's row first, as every change of an account does, to prevent deadlocks.
  const user = await lockUser(db, userId);
  if (!user?.isActive || !(await takePasswordLink(db, token))) return false;
  await setPassword(db, userId, chosen.passwordHash);
  if (chosen.names && hasNoName(user)) await db.update(users).set(chosen.names).where(eq(users.id, userId));
  await clearFailedSignIns(db, user.email);
  return true;
}
