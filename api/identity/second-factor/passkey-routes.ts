/** The profile page for adding a passkey. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { User } from "#api/identity/accounts.ts";
import type { PasskeyPage } from "#api/identity/pages/second-factor-page.ts";
import { formField, type IdentityParts, prefix, sendPage, sendPasskeyPage } from "#api/identity/parts.ts";
import { wrongCurrentPassword } from "#api/identity/password-change.ts";
import { signedInUser } from "#api/identity/profile-routes.ts";
import { requiredMessage } from "#contract/fields.ts";
import { mailOwner } from "./emails.ts";
import { addPasskey, askForNewPasskey } from "./passkeys.ts";
import { countRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts";

const maxName = 60;

export function passkeyRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, jobs, log, pages, path } = parts;
  const url = `${prefix}/profile/second-factor/passkey`;
  const address = `${path}/profile/second-factor`;

  app.get(url, async (request, reply) => {
    const here = await signedInUser(parts, request, reply);
    return here ? show(reply, here.user, "", {}) : sendPage(reply, 403, pages.signInFirst());
  });

  app.post(url, async (request, reply) => {
    const here = await signedInUser(parts, request, reply);
    if (!here) return sendPage(reply, 403, pages.signInFirst());
    const { user } = here;
    const name = formField(request, "name").replaceAll("\u0000", "").trim();
    const errors: PasskeyPage["errors"] = {
      name:
        name === ""
          ? requiredMessage
          : name.length > maxName
            ? `Please use no more than ${maxName} characters.`
            : undefined,
      password: await wrongCurrentPassword(database, log, user, formField(request, "password")),
    };
    if (errors.name || errors.password) return show(reply, user, name, errors);
    const passkey = { ticket: formField(request, "ticket"), response: formField(request, "passkey"), name };
    const codes = await database.transaction(async (db) => {
      if (!(await addPasskey(db, config, user, passkey))) return undefined;
      await mailOwner({ db, jobs, authority: config.oidc.authority }, user, { what: "passkey added", name });
      return (await countRecoveryCodes(db, user.id)) > 0 ? [] : renewRecoveryCodes(db, user.id);
    });
    if (!codes)
      return show(reply, user, name, {
        passkey: "The passkey could not be checked, so it was not added. Please try again.",
      });
    log.info({ userId: user.id }, "passkey added");
    return codes.length > 0
      ? sendPage(reply, 200, pages.recoveryCodes({ codes, next: address }))
      : reply.redirect(`${address}?done=passkey-added`, 303);
  });

  async function show(reply: FastifyReply, user: User, name: string, errors: PasskeyPage["errors"]) {
    const request = await askForNewPasskey(database.db, config, user);
    const status = Object.values(errors).some(Boolean) ? 422 : 200;
    return sendPasskeyPage(
      parts,
      reply,
      status,
      pages.addPasskey({ action: `${address}/passkey`, email: user.email, name, request, errors }),
    );
  }
}
