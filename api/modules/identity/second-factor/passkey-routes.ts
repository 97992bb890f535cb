/** The profile page for adding a passkey. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#api/modules/identity/accounts.ts";
import type { PasskeyPage } from "#api/modules/identity/pages/second-factor-page.ts";
import { formField, type IdentityParts, prefix, sendPage, sendPasskeyPage } from "#api/modules/identity/parts.ts";
import { checkCurrentPassword } from "#api/modules/identity/password-change.ts";
import { signedInUser } from "#api/modules/identity/profile-routes.ts";
import { requiredMessage } from "#contract/fields.ts";
import { printable } from "#contract/rules/printable.ts";
import { howToAdd } from "./adding.ts";
import { mailOwner } from "./emails.ts";
import { addPasskey, askForNewPasskey } from "./passkeys.ts";
import { secondFactorAddress } from "./profile-routes.ts";
import { countRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts";
import { takeTicket } from "./tickets.ts";

const maxName = 60;

interface WithProof {
  Querystring: { proof?: string };
}

interface AddingPasskey {
  user: User;
  proof: string;
  asksPassword: boolean;
}

export function passkeyRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, jobs, log, pages } = parts;
  const url = `${prefix}/profile/second-factor/passkey`;
  const address = secondFactorAddress(parts);

  app.get<WithProof>(url, async (request, reply) => {
    const at = await userAdding(parts, request, reply);
    return at ? show(reply, at, "", {}) : reply;
  });

  app.post<WithProof>(url, async (request, reply) => {
    const at = await userAdding(parts, request, reply);
    if (!at) return reply;
    const { user } = at;
    const name = printable(formField(request, "name")).trim();
    const errors: PasskeyPage["errors"] = {
      name: problemOf(name),
      password: at.asksPassword
        ? await checkCurrentPassword(database, log, user, formField(request, "password"))
        : undefined,
    };
    if (errors.name || errors.password) return show(reply, at, name, errors);
    const passkey = { ticket: formField(request, "ticket"), response: formField(request, "passkey"), name };
    const codes = await database.transaction(async (db) => {
      if (!(await addPasskey(db, config, user, passkey))) return undefined;
      await takeTicket(db, "FactorProved", at.proof);
      await mailOwner({ db, jobs, authority: config.oidc.authority }, user, { what: "passkey added", name });
      return (await countRecoveryCodes(db, user.id)) > 0 ? [] : renewRecoveryCodes(db, user.id);
    });
    if (!codes)
      return show(reply, at, name, {
        passkey: "The passkey could not be checked, so it was not added. Please try again.",
      });
    log.info({ userId: user.id }, "passkey added");
    return codes.length > 0
      ? sendPage(reply, 200, pages.recoveryCodes({ codes, next: address }))
      : reply.redirect(`${address}?done=passkey-added`, 303);
  });

  async function show(
    reply: FastifyReply,
    { user, proof, asksPassword }: AddingPasskey,
    name: string,
    errors: PasskeyPage["errors"],
  ) {
    const action = `${address}/passkey${asksPassword ? "" : `?${new URLSearchParams({ proof })}`}`;
    const request = await askForNewPasskey(database.db, config, user);
    const status = Object.values(errors).some(Boolean) ? 422 : 200;
    return sendPasskeyPage(
      parts,
      reply,
      status,
      pages.addPasskey({ action, email: user.email, name, request, errors, asksPassword }),
    );
  }
}

function problemOf(name: string): string | undefined {
  if (name === "") return requiredMessage;
  return name.length > maxName ? `Please use no more than ${maxName} characters.` : undefined;
}

/** Returns the signed-in user if they may add a passkey now; otherwise sends a response and returns undefined. */
async function userAdding(
  parts: IdentityParts,
  request: FastifyRequest<WithProof>,
  reply: FastifyReply,
): Promise<AddingPasskey | undefined> {
  const { database, pages } = parts;
  const here = await signedInUser(parts, request, reply);
  if (!here) {
    sendPage(reply, 403, pages.signInFirst());
    return undefined;
  }
  const { user } = here;
  const { proof = "" } = request.query;
  const how = await howToAdd(database.db, user.id, proof);
  if (how !== "proof") return { user, proof, asksPassword: how === "password" };
  reply.redirect(`${secondFactorAddress(parts)}/add/passkey`, 303);
  return undefined;
}
