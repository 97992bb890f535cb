/** The page for users who have forgotten their password, or never had one. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { addressHasher, addressOf } from "#api/core/limits/address.ts";
import { bySender } from "#api/core/mail/limited.ts";
import type { ForgottenPage } from "#api/modules/identity/pages/forgotten-page.ts";
import { email as emailField, requiredMessage } from "#contract/fields.ts";
import { sendNewPassword } from "./forgotten-password.ts";
import { formField, type IdentityParts, prefix, rootCause, sendPage } from "./parts.ts";

const typedEmail = emailField({ required: requiredMessage });

export function forgottenRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, jobs, log, pages, path } = parts;
  const url = `${prefix}/forgotten`;
  const hashOf = addressHasher(database);
  const underWay = new Set<Promise<void>>();
  app.addHook("onClose", async () => {
    await Promise.all(underWay);
  });

  app.get<{ Querystring: { sent?: string } }>(url, async ({ query }, reply) =>
    query.sent === "1" ? sendPage(reply, 200, pages.linkSent()) : showForm(reply, { email: "" }),
  );

  app.post(url, async (request, reply) => {
    const typed = formField(request, "email");
    const { success, data: email, error } = typedEmail.safeParse(typed);
    if (!success) return showForm(reply, { email: typed.trim(), error: error.issues[0]?.message });
    sendInBackground(email, addressOf(request));
    return reply.redirect(`${path}/forgotten?sent=1`, 303);
  });

  function showForm(reply: FastifyReply, content: ForgottenPage) {
    return sendPage(reply, content.error === undefined ? 200 : 422, pages.forgotten(content));
  }

  /** Runs after the response, so that its duration does not reveal which addresses have an account. */
  function sendInBackground(email: string, address: string): void {
    const send = async () => {
      const sender = bySender(`address ${await hashOf(address)}`, config.limits);
      await sendNewPassword({ authority: config.oidc.authority, database, jobs, sender }, email);
    };
    const work = send()
      .catch((error) => log.error({ err: rootCause(error) }, "an email for a new password could not be sent"))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }
}
