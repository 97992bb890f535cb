/** Sign-in, after the password, for users who should set up a second factor and have none. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Interaction } from "oidc-provider";
import { mustHaveFactor, shouldSetUpFactor } from "#api/core/access/second-factor.ts";
import type { User } from "#api/modules/identity/accounts.ts";
import { completeInteraction, interactionPath } from "#api/modules/identity/interactions.ts";
import { Html } from "#api/modules/identity/pages/html.ts";
import { formField, type IdentityParts, prefix, sendPage } from "#api/modules/identity/parts.ts";
import { secretOfSetup } from "./app.ts";
import { factorsOf, hasFactor } from "./factors.ts";
import { firstCode, turnAppOn } from "./profile-routes.ts";
import { type SigningIn, userSigningIn } from "./sign-in-steps.ts";
import { takeTicket } from "./tickets.ts";
import { qrCode } from "./totp.ts";

interface SettingUp extends SigningIn {
  secret: string;
}

export function setUpSteps(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, log, pages } = parts;
  const url = `${prefix}/interaction/:uid/set-up`;

  app.get(url, async (request, reply) => {
    const at = await userSettingUp(parts, request, reply);
    return at ? showSetup(parts, reply, at) : reply;
  });

  app.post(url, async (request, reply) => {
    const at = await userSettingUp(parts, request, reply);
    if (!at) return reply;
    const { step, error } = firstCode(at.secret, formField(request, "code"));
    if (step === undefined) return showSetup(parts, reply, at, error);
    const codes = await turnAppOn(parts, at.user, at.interaction.uid, step);
    if (!codes) return reply.redirect(interactionPath(parts, at.interaction), 303);
    await complete(request, reply, at, ["pwd", "mfa", "otp"]);
    return sendPage(reply, 200, pages.recoveryCodes({ codes, next: at.interaction.returnTo }));
  });

  app.post(`${url}/later`, async (request, reply) => {
    const at = await userSettingUp(parts, request, reply);
    if (!at) return reply;
    if (mustHaveFactor(config, at.user)) return showSetup(parts, reply, at);
    await complete(request, reply, at, ["pwd"]);
    log.info({ userId: at.user.id }, "signed in without the second factor that the role asks for");
    return reply.redirect(at.interaction.returnTo, 303);
  });

  async function complete(
    request: FastifyRequest,
    reply: FastifyReply,
    { interaction, user }: { interaction: Interaction; user: User },
    amr: string[],
  ) {
    await takeTicket(database.db, "PasswordPassed", interaction.uid);
    await completeInteraction(parts, request, reply, interaction, { user, amr });
  }
}

/** Returns the user if this page is for them; otherwise sends a response and returns undefined. */
async function userSettingUp(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SettingUp | undefined> {
  const { config, database } = parts;
  const at = await userSigningIn(parts, request, reply);
  if (!at) return undefined;
  const secret = await secretOfSetup(database.db, config.secondFactor.secrets, at.user.id, at.interaction.uid);
  // Users with a factor must prove it; this page must not be a way around that.
  if (secret && shouldSetUpFactor(config, at.user) && !hasFactor(await factorsOf(database.db, at.user.id)))
    return { ...at, secret };
  reply.redirect(interactionPath(parts, at.interaction), 303);
  return undefined;
}

function showSetup(
  parts: IdentityParts,
  reply: FastifyReply,
  { interaction, user, secret }: SettingUp,
  error?: string,
) {
  const action = `${interactionPath(parts, interaction)}/set-up`;
  const later = mustHaveFactor(parts.config, user) ? undefined : `${action}/later`;
  const content = {
    action,
    later,
    email: user.email,
    secret,
    qrCode: new Html(qrCode(secret, user.email)),
    errors: { code: error },
    asksPassword: false,
    isSigningIn: true,
  };
  return sendPage(reply, error ? 422 : 200, parts.pages.appSetup(content));
}
