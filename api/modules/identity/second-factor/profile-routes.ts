/** The profile pages for setting up, changing and removing a second factor. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { User } from "#api/modules/identity/accounts.ts";
import { Html } from "#api/modules/identity/pages/html.ts";
import type { AppSetupPage, ProvePage } from "#api/modules/identity/pages/second-factor-page.ts";
import { formField, type IdentityParts, prefix, sendPage, sendPasskeyPage } from "#api/modules/identity/parts.ts";
import { checkCurrentPassword } from "#api/modules/identity/password-change.ts";
import { signedInUser } from "#api/modules/identity/profile-routes.ts";
import { requiredMessage } from "#contract/fields.ts";
import { beginAdding, howToAdd } from "./adding.ts";
import { beginAppSetup, finishAppSetup, secretOfSetup } from "./app.ts";
import { mailOwner } from "./emails.ts";
import { factorsOf, hasFactor, removeApp, removePasskey } from "./factors.ts";
import { proofFieldsIn, proveSecondFactor, requiredProofOf } from "./prove.ts";
import { countRecoveryCodes, renewRecoveryCodes } from "./recovery-codes.ts";
import { takeTicket } from "./tickets.ts";
import { qrCode, stepOfCode } from "./totp.ts";

const base = `${prefix}/profile/second-factor`;
const wrongFirstCode =
  "This is not the code that the app shows for this key. Check the time on your phone, and type the code that the app shows now.";

interface WithPasskey {
  Querystring: { id?: string };
}

const passkeyPath = ({ id = "" }: { id?: string }) => `remove/passkey?${new URLSearchParams({ id })}`;

interface WithSetup {
  Params: { id: string };
}

type ProofPages = ReturnType<typeof proofPages>;

export function secondFactorRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, pages } = parts;
  app.get<{ Querystring: { done?: string } }>(base, async (request, reply) => {
    const user = await signedInOrPage(parts, request, reply);
    if (!user) return reply;
    const factors = await factorsOf(database.db, user.id);
    return sendPage(reply, 200, pages.secondFactor({ factors, timeZone: config.timeZone, done: request.query.done }));
  });

  const proof = proofPages(parts);
  appRoutes(app, parts);
  addingRoutes(app, parts, proof);
  recoveryCodesRoutes(app, parts, proof);
  removalRoutes(app, parts, proof);
}

/** Returns the signed-in user; otherwise sends a page and returns undefined. */
async function signedInOrPage(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<User | undefined> {
  const user = (await signedInUser(parts, request, reply))?.user;
  if (!user) sendPage(reply, 403, parts.pages.signInFirst());
  return user;
}

export const secondFactorAddress = ({ path }: IdentityParts) => `${path}/profile/second-factor`;

interface SettingUp {
  id: string;
  secret: string;
  asksPassword: boolean;
}

/** Setting up an authenticator app. */
function appRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const { config, database, log, pages } = parts;
  const { secrets } = config.secondFactor;
  const address = secondFactorAddress(parts);

  app.post(`${base}/app`, async (request, reply) => {
    const user = await signedInOrPage(parts, request, reply);
    if (!user) return reply;
    const factors = await factorsOf(database.db, user.id);
    if (factors.appSince) return reply.redirect(address, 303);
    if (hasFactor(factors)) return reply.redirect(`${address}/add/app`, 303);
    return reply.redirect(`${address}/app/${await beginAppSetup(database.db, secrets, user.id)}`, 303);
  });

  app.get<WithSetup>(`${base}/app/:id`, async (request, reply) => {
    const user = await signedInOrPage(parts, request, reply);
    if (!user) return reply;
    const at = await settingUp(reply, user, request.params.id);
    return at ? showSetup(parts, reply, user, at, {}) : reply;
  });

  app.post<WithSetup>(`${base}/app/:id`, async (request, reply) => {
    const user = await signedInOrPage(parts, request, reply);
    if (!user) return reply;
    const at = await settingUp(reply, user, request.params.id);
    if (!at) return reply;
    const { step, error } = firstCode(at.secret, formField(request, "code"));
    const errors = {
      password: at.asksPassword
        ? await checkCurrentPassword(database, log, user, formField(request, "password"))
        : undefined,
      code: error,
    };
    if (step === undefined || errors.password) return showSetup(parts, reply, user, at, errors);
    const codes = await turnAppOn(parts, user, at.id, step);
    if (!codes) return reply.redirect(`${address}?done=expired`, 303);
    return codes.length > 0
      ? sendPage(reply, 200, pages.recoveryCodes({ codes, next: address }))
      : reply.redirect(address, 303);
  });

  /** Returns the set-up in progress; otherwise redirects and returns undefined. */
  async function settingUp(reply: FastifyReply, user: User, id: string): Promise<SettingUp | undefined> {
    const secret = await secretOfSetup(database.db, secrets, user.id, id);
    const how = await howToAdd(database.db, user.id, id);
    if (secret && how !== "proof") return { id, secret, asksPassword: how === "password" };
    reply.redirect(secret ? `${address}/add/app` : `${address}?done=expired`, 303);
    return undefined;
  }
}

function showSetup(
  parts: IdentityParts,
  reply: FastifyReply,
  { email }: User,
  { id, secret, asksPassword }: SettingUp,
  errors: AppSetupPage["errors"],
) {
  const qr = new Html(qrCode(secret, email));
  const action = `${secondFactorAddress(parts)}/app/${id}`;
  const status = errors.password || errors.code ? 422 : 200;
  const content = { action, email, secret, qrCode: qr, errors, asksPassword, isSigningIn: false };
  return sendPage(reply, status, parts.pages.appSetup(content));
}

/** Proving who one is before a further factor is set up. */
function addingRoutes(app: FastifyInstance, parts: IdentityParts, { showProof, proofOrPage }: ProofPages): void {
  const { config, database } = parts;
  const { secrets } = config.secondFactor;
  const address = secondFactorAddress(parts);

  app.get(`${base}/add/app`, (request, reply) => showProof(request, reply, "addFactor", "add/app"));

  app.post(`${base}/add/app`, async (request, reply) => {
    const user = await proofOrPage(request, reply, "addFactor", "add/app");
    if (!user) return reply;
    if ((await factorsOf(database.db, user.id)).appSince) return reply.redirect(address, 303);
    const id = await beginAdding(database.db, user.id);
    return reply.redirect(`${address}/app/${await beginAppSetup(database.db, secrets, user.id, id)}`, 303);
  });

  app.get(`${base}/add/passkey`, (request, reply) => showProof(request, reply, "addFactor", "add/passkey"));

  app.post(`${base}/add/passkey`, async (request, reply) => {
    const user = await proofOrPage(request, reply, "addFactor", "add/passkey");
    if (!user) return reply;
    const proof = await beginAdding(database.db, user.id);
    return reply.redirect(`${address}/passkey?${new URLSearchParams({ proof })}`, 303);
  });
}

function recoveryCodesRoutes(app: FastifyInstance, parts: IdentityParts, { showProof, proofOrPage }: ProofPages): void {
  const { config, database, jobs, log, pages } = parts;

  app.get(`${base}/recovery-codes`, (request, reply) => showProof(request, reply, "newCodes", "recovery-codes"));

  app.post(`${base}/recovery-codes`, async (request, reply) => {
    const user = await proofOrPage(request, reply, "newCodes", "recovery-codes");
    if (!user) return reply;
    const codes = await database.transaction(async (db) => {
      await mailOwner({ db, jobs, authority: config.oidc.authority }, user, { what: "codes renewed" });
      return renewRecoveryCodes(db, user.id);
    });
    log.info({ userId: user.id }, "recovery codes renewed");
    return sendPage(reply, 200, pages.recoveryCodes({ codes, next: secondFactorAddress(parts) }));
  });
}

function removalRoutes(app: FastifyInstance, parts: IdentityParts, { showProof, proofOrPage }: ProofPages): void {
  const { config, database, jobs, log } = parts;
  const address = secondFactorAddress(parts);

  app.get(`${base}/remove/app`, (request, reply) => showProof(request, reply, "removeApp", "remove/app"));

  app.post(`${base}/remove/app`, async (request, reply) => {
    const user = await proofOrPage(request, reply, "removeApp", "remove/app");
    if (!user) return reply;
    await database.transaction(async (db) => {
      await removeApp(db, user.id);
      await mailOwner({ db, jobs, authority: config.oidc.authority }, user, { what: "app removed" });
    });
    log.info({ userId: user.id }, "authenticator app removed");
    return reply.redirect(`${address}?done=app-removed`, 303);
  });

  app.get<WithPasskey>(`${base}/remove/passkey`, (request, reply) =>
    showProof(request, reply, "removePasskey", passkeyPath(request.query)),
  );

  app.post<WithPasskey>(`${base}/remove/passkey`, async (request, reply) => {
    const { id = "" } = request.query;
    const user = await proofOrPage(request, reply, "removePasskey", passkeyPath(request.query));
    if (!user) return reply;
    await database.transaction(async (db) => {
      const name = await removePasskey(db, user.id, id);
      if (name !== undefined)
        await mailOwner({ db, jobs, authority: config.oidc.authority }, user, { what: "passkey removed", name });
    });
    log.info({ userId: user.id }, "passkey removed");
    return reply.redirect(`${address}?done=passkey-removed`, 303);
  });
}

type ProofPage = "addFactor" | "newCodes" | "removeApp" | "removePasskey";

/** The pages that ask for the password and a second factor before something is changed. */
function proofPages(parts: IdentityParts) {
  const { database, log, pages } = parts;
  const address = secondFactorAddress(parts);

  async function showProof(request: FastifyRequest, reply: FastifyReply, page: ProofPage, at: string) {
    const user = await signedInOrPage(parts, request, reply);
    return user ? showProofTo(reply, user, page, at, {}) : reply;
  }

  async function showProofTo(
    reply: FastifyReply,
    user: User,
    page: ProofPage,
    at: string,
    errors: ProvePage["errors"],
  ) {
    const factors = await factorsOf(database.db, user.id);
    if (!hasFactor(factors)) return reply.redirect(address, 303);
    const status = Object.values(errors).some(Boolean) ? 422 : 200;
    return sendPasskeyPage(
      parts,
      reply,
      status,
      pages[page]({ action: `${address}/${at}`, email: user.email, ...(await requiredProofOf(parts, user)), errors }),
    );
  }

  /**
   * Checks the password and the second factor. If either is wrong, sends the page again and returns undefined. A code
   * is used up only together with the right password.
   */
  async function proofOrPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: ProofPage,
    at: string,
  ): Promise<User | undefined> {
    const user = await signedInOrPage(parts, request, reply);
    if (!user) return undefined;
    const password = await checkCurrentPassword(database, log, user, formField(request, "password"));
    const errors = password ? { password } : (await proveSecondFactor(parts, user, proofFieldsIn(request))).errors;
    if (!errors) return user;
    await showProofTo(reply, user, page, at, errors);
    return undefined;
  }

  return { showProof, proofOrPage };
}

/** Checks the code that confirms a set-up. */
export function firstCode(secret: string, code: string): { step?: number; error?: string } {
  if (code.trim() === "") return { error: requiredMessage };
  const step = stepOfCode(secret, code);
  return step === undefined ? { error: wrongFirstCode } : { step };
}

/**
 * Turns on a set-up app and notifies the owner.
 * @returns new recovery codes if the user had none, or undefined if the set-up was already done
 */
export async function turnAppOn(
  { config, database, jobs, log }: IdentityParts,
  user: User,
  setupId: string,
  step: number,
): Promise<string[] | undefined> {
  const codes = await database.transaction(async (db) => {
    if (!(await finishAppSetup(db, user.id, setupId, step))) return undefined;
    await takeTicket(db, "FactorProved", setupId);
    await mailOwner({ db, jobs, authority: config.oidc.authority }, user, { what: "app added" });
    return (await countRecoveryCodes(db, user.id)) > 0 ? [] : renewRecoveryCodes(db, user.id);
  });
  if (codes) log.info({ userId: user.id }, "authenticator app added");
  return codes;
}
