/** The page where somebody becomes an administrator: asks for name, email and password, and signs in. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Db } from "#api/core/database/connection.ts";
import { addressOf } from "#api/core/limits/address.ts";
import { findUserByEmail } from "#api/modules/identity/accounts.ts";
import { guessLimit } from "#api/modules/identity/guesses.ts";
import { newPasswordErrors } from "#api/modules/identity/new-password.ts";
import { checkNames, hasNoName } from "#api/modules/identity/own-name.ts";
import type { AdministratorPage } from "#api/modules/identity/pages/administrator-page.ts";
import { formField, type IdentityParts, prefix, sendPage } from "#api/modules/identity/parts.ts";
import { hashPassword } from "#api/modules/identity/passwords.ts";
import { email as emailField } from "#contract/fields.ts";
import { becomeAdministrator } from "./become.ts";
import { findLink } from "./links.ts";
import { giveTicket } from "./sign-in-ticket.ts";

interface WithToken {
  Params: { token: string };
}

export const administratorUrl = `${prefix}/administrator/:token`;

/** The page of the back office that lists what is left to set up. */
const nextPage = "/setup";

export function administratorRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, jobs, log, pages } = parts;
  const guesses = guessLimit(database, config.limits);

  /** Opening the page does not use up the link, because programs that preview links open it too. */
  app.get<WithToken>(administratorUrl, async (request, reply) => {
    const link = await linkOf(request.params.token, addressOf(request));
    return link ? show(reply, { ...(await formOf(database.db, link)), errors: {} }) : showGone(reply);
  });

  app.post<WithToken>(administratorUrl, async (request, reply) => {
    const { token } = request.params;
    const link = await linkOf(token, addressOf(request));
    if (!link) return showGone(reply);
    const form = await formOf(database.db, link);
    const email = emailField().safeParse(link.email ?? formField(request, "email"));
    const typed = { givenName: formField(request, "givenName"), surname: formField(request, "surname") };
    const fields = { next: formField(request, "next"), again: formField(request, "again") };
    const { names, errors: nameErrors } = form.names ? checkNames(typed) : {};
    const errors = {
      ...newPasswordErrors(email.data ?? "", fields),
      ...nameErrors,
      email: email.error?.issues[0]?.message,
    };
    if (!email.success || Object.values(errors).some(Boolean)) {
      const shown = { ...form, email: link.email ?? formField(request, "email"), ...(form.names && { names: typed }) };
      return show(reply, { ...shown, errors });
    }
    const chosen = { email: email.data, names, passwordHash: await hashPassword(fields.next) };
    const user = await database.transaction((db) =>
      becomeAdministrator({ db, jobs, authority: config.oidc.authority }, token, chosen),
    );
    if (!user) return showGone(reply);
    log.warn({ userId: user.id }, "an administrator was let in by an address from the server");
    await giveTicket(parts, reply, user.id);
    return reply.redirect(`${config.publicUrl}/login?${new URLSearchParams({ redirect: nextPage, again: "1" })}`, 303);
  });

  /** Wrong addresses count as failed sign-ins. @throws Refusal 429 if there were too many of this network */
  async function linkOf(token: string, address: string) {
    await guesses.admit(address);
    const link = await findLink(database.db, token);
    if (!link) await guesses.countFailure(address);
    return link;
  }

  function show(reply: FastifyReply, page: AdministratorPage) {
    return sendPage(reply, Object.values(page.errors).some(Boolean) ? 422 : 200, pages.administrator(page));
  }

  function showGone(reply: FastifyReply) {
    return sendPage(reply, 410, pages.administratorLinkGone());
  }
}

async function formOf(
  db: Db,
  { email }: { email: string | null },
): Promise<Pick<AdministratorPage, "email" | "isKnown" | "names">> {
  const user = email === null ? undefined : await findUserByEmail(db, email);
  const asksForName = !user || hasNoName(user);
  return {
    email: email ?? "",
    isKnown: email !== null,
    ...(asksForName && { names: { givenName: "", surname: "" } }),
  };
}
