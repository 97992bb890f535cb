import { inArray, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Interaction } from "oidc-provider";
import { demoAccounts, demoPassword } from "#api/core/access/demo-accounts.ts";
import { users } from "#api/core/database/schema/index.ts";
import { addressOf } from "#api/core/limits/address.ts";
import { userOfTicket } from "#api/modules/identity/administrator/sign-in-ticket.ts";
import type { SignInPage } from "#api/modules/identity/pages/sign-in-page.ts";
import { continueAfterPassword, userConfirming } from "#api/modules/identity/second-factor/sign-in-steps.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { User } from "./accounts.ts";
import { guessLimit } from "./guesses.ts";
import { findInteraction, interactionPath } from "./interactions.ts";
import { knownBrowser, rememberBrowser } from "./known-browser.ts";
import { formField, type IdentityParts, prefix, sendPage } from "./parts.ts";
import { type SignInResult, signIn, waitMessage } from "./sign-in.ts";

const wrongPasswordMessage = "The email address or the password is not right.";

/** The same message for everybody, so that a locked account looks like a wrong password. */
const lockHint = "If it keeps failing, the account may be locked: ask an administrator.";

function refusalMessage(result: Exclude<SignInResult, { user: User }>): string {
  if (result.refusal !== "locked")
    return `${wrongPasswordMessage} ${result.refusal === "wrong" ? "" : `${waitMessage} `}${lockHint}`;
  const minutes = `${result.minutes} minute${result.minutes === 1 ? "" : "s"}`;
  return `${wrongPasswordMessage} After several failed attempts, signing in with this address is blocked from here. Try again in ${minutes}, or choose a new password with “Forgotten your password?”. ${lockHint}`;
}

export function signInRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { database, log, pages } = parts;
  const url = `${prefix}/interaction/:uid`;
  const guesses = guessLimit(database, parts.config.limits);

  app.get(url, async (request, reply) => {
    const interaction = await findInteraction(parts, request, reply);
    if (!interaction) return sendPage(reply, 410, pages.expired());
    const administrator = await userOfTicket(parts, request, reply);
    if (administrator) {
      rememberBrowser(parts, request, reply, administrator.email);
      return continueAfterPassword(parts, request, reply, interaction, administrator);
    }
    if (await userConfirming(parts, request, reply, interaction))
      return reply.redirect(`${interactionPath(parts, interaction)}/second-factor`, 303);
    return showSignIn(reply, interaction, { email: hintedEmail(interaction), errors: {} });
  });

  app.post(url, async (request, reply) => {
    const interaction = await findInteraction(parts, request, reply);
    if (!interaction) return sendPage(reply, 410, pages.expired());
    const email = formField(request, "email").trim();
    const password = formField(request, "password");
    if (email === "" || password === "") {
      const missing = (value: string) => (value === "" ? requiredMessage : undefined);
      return showSignIn(reply, interaction, { email, errors: { email: missing(email), password: missing(password) } });
    }
    await guesses.admit(addressOf(request));
    const result = await signIn(database, log, email, acceptable(parts, password), knownBrowser(parts, request, email));
    if (!result.user) {
      await guesses.countFailure(addressOf(request));
      return showSignIn(reply, interaction, { email, errors: { refusal: refusalMessage(result) } });
    }
    rememberBrowser(parts, request, reply, result.user.email);
    return continueAfterPassword(parts, request, reply, interaction, result.user);
  });

  async function showSignIn(
    reply: FastifyReply,
    interaction: Interaction,
    { email, errors }: Pick<SignInPage, "email" | "errors">,
  ) {
    const status = errors.email || errors.password || errors.refusal ? 422 : 200;
    const action = interactionPath(parts, interaction);
    return sendPage(
      reply,
      status,
      pages.signIn({ action, email, errors, demoAccounts: await listedDemoAccounts(parts) }),
    );
  }
}

/** Rejects the published demo password when DEMO is switched off, because the demo accounts stay in the database. */
const acceptable = ({ config }: IdentityParts, password: string) =>
  !config.demo && password === demoPassword ? "" : password;

function hintedEmail({ params }: Interaction): string {
  return typeof params.login_hint === "string" ? params.login_hint.slice(0, 255) : "";
}

/** Returns the listed accounts that exist, are active and still have their address. */
async function listedDemoAccounts({ config, database }: IdentityParts) {
  if (!config.demo) return [];
  const emails = demoAccounts.map(({ email }) => email);
  const rows = await database.db
    .select({ email: users.email })
    .from(users)
    .where(inArray(sql`lower(${users.email})`, emails));
  const present = new Set(rows.map(({ email }) => email.toLowerCase()));
  return demoAccounts.filter(({ email }) => present.has(email));
}
