/** The page behind the link of an invitation to a supplier's staff. Having the link proves access to the mailbox. */
import type { FastifyInstance } from "fastify";
import { quoted } from "#api/core/mail/emails.ts";
import { acceptInvitation, inviter } from "./invitations.ts";
import { type IdentityParts, prefix, sendPage } from "./parts.ts";
import { makePasswordLink } from "./password-links.ts";

interface WithToken {
  Params: { token: string };
}

export const invitationUrl = `${prefix}/invitation/:token`;

const passwordLinkMs = 60 * 60 * 1000;

export function invitationRoutes(
  app: FastifyInstance,
  { config, database, log, pages }: Pick<IdentityParts, "config" | "database" | "log" | "pages">,
): void {
  /** Opening the page accepts nothing, because mail scanners open it too. */
  app.get<WithToken>(invitationUrl, async ({ params: { token } }, reply) => {
    const name = await inviter(database.db, token);
    return name === undefined
      ? sendPage(reply, 410, pages.invitationGone())
      : sendPage(reply, 200, pages.invitation(quoted(name)));
  });

  app.post<WithToken>(invitationUrl, async ({ params: { token } }, reply) => {
    const { user, link } = await database.transaction(async (db) => {
      const accepted = await acceptInvitation(db, token);
      const needsPassword = typeof accepted === "object" && accepted.passwordHash === null && !config.oidc.external;
      return {
        user: accepted,
        link: needsPassword
          ? await makePasswordLink(db, config.oidc.authority, accepted.id, new Date(Date.now() + passwordLinkMs))
          : undefined,
      };
    });
    if (user === "gone") return sendPage(reply, 410, pages.invitationGone());
    if (user === "impossible") return sendPage(reply, 409, pages.invitationImpossible());
    log.info({ userId: user.id }, "invitation accepted");
    return link === undefined ? sendPage(reply, 200, pages.invitationAccepted()) : reply.redirect(link, 303);
  });
}
