import { inArray, sql } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors, type Interaction } from "oidc-provider";
import { requiredMessage } from "../../contract/fields.ts";
import { users } from "../database/schema/index.ts";
import { demoAccounts } from "./demo-accounts.ts";
import type { SignInPage } from "./pages/sign-in-page.ts";
import { formField, type IdentityParts, prefix, sendPage } from "./parts.ts";
import { endSignIn, signInOf } from "./payload-store.ts";
import { signIn, waitWords } from "./sign-in.ts";

const wrongWords = "The email address or the password is not right.";
const refusals = {
  wrong: wrongWords,
  "too early": `${wrongWords} ${waitWords}`,
  locked: `${wrongWords} After several failed attempts an account is locked. Ask an administrator to unlock it.`,
};

export function signInRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { database, log, pages } = parts;
  const url = `${prefix}/interaction/:uid`;

  app.get(url, async (request, reply) => {
    const interaction = await findInteraction(parts, request, reply);
    if (!interaction) return sendPage(reply, 410, pages.expired());
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
    const { user, refusal } = await signIn(database, log, email, password);
    if (!user) return showSignIn(reply, interaction, { email, errors: { refusal: refusals[refusal] } });
    const accountId = String(user.id);
    await leaveOtherAccount(parts, request, reply, interaction, accountId);
    interaction.result = { login: { accountId } };
    await interaction.persist();
    return reply.redirect(interaction.returnTo, 303);
  });

  async function showSignIn(reply: FastifyReply, interaction: Interaction, { email, errors }: Pick<SignInPage, "email" | "errors">) {
    const status = errors.email || errors.password || errors.refusal ? 422 : 200;
    const action = `${parts.path}/interaction/${interaction.uid}`;
    return sendPage(reply, status, pages.signIn({ action, email, errors, demoAccounts: await listedDemoAccounts(parts) }));
  }
}

async function findInteraction({ provider }: IdentityParts, { raw }: FastifyRequest, reply: FastifyReply) {
  try {
    return await provider.interactionDetails(raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

function hintedEmail({ params }: Interaction): string {
  return typeof params.login_hint === "string" ? params.login_hint.slice(0, 255) : "";
}

/**
 * When this browser is signed in as somebody else, that sign-in ends here. The provider would do it through a page
 * that posts itself by script.
 */
async function leaveOtherAccount(
  { provider, database }: IdentityParts,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  interaction: Interaction,
  accountId: string,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(raw, reply.raw));
  if (session.accountId === undefined || session.accountId === accountId) return;
  await endSignIn(database.db, signInOf(session));
  // The interaction may go on without the session it began with.
  interaction.session = undefined;
}

/** Those of the list that exist, are active and have not been renamed away. */
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
