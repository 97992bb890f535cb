/** The profile pages that show and change the second factor. */
import type { Factors, Passkey } from "#api/modules/identity/second-factor/factors.ts";
import type { PasskeyRequest } from "#api/modules/identity/second-factor/passkeys.ts";
import type { ProofErrors } from "#api/modules/identity/second-factor/prove.ts";
import { type Html, html } from "./html.ts";
import { errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";
import { passkeyButton, proofFields, proofForm } from "./proof-form.ts";

export interface SecondFactorPage {
  factors: Factors;
  /** Time zone for dates. */
  timeZone: string;
  /** Message about what was just done, for a banner. */
  done?: string;
}

const banners = new Map([
  ["app-removed", "The authenticator app was removed."],
  ["passkey-added", "The passkey was added."],
  ["passkey-removed", "The passkey was removed."],
  ["expired", "Setting up the app took too long, or it has already been done. Nothing was changed."],
]);

const profileLink = ({ path }: Places) => html`<a href="${path}/profile">Back to your profile</a>`;

export function secondFactorPage(places: Places, content: SecondFactorPage): string {
  const banner = banners.get(content.done ?? "");
  const body = html`${banner && html`<p class="done" role="status">${banner}</p>`}
${appCard(places, content)}
${passkeyCard(places, content)}
${hasAny(content) && recoveryCard(places, content)}`;
  return page(places, { heading: "Second factor", body, footer: profileLink(places) });
}

const hasAny = ({ factors }: SecondFactorPage) => factors.appSince !== undefined || factors.passkeys.length > 0;

function appCard({ path }: Places, content: SecondFactorPage): Html {
  const {
    factors: { appSince },
    timeZone,
  } = content;
  const address = `${path}/profile/second-factor`;
  const label = "Set up an authenticator app";
  return html`<section class="card" aria-labelledby="app">
<h2 id="app">Authenticator app</h2>
${
  appSince
    ? html`<p>On since ${dayIn(appSince, timeZone)}. Signing in asks for the code that the app shows.</p>
<div class="actions"><a class="button" href="${address}/remove/app">Remove<span class="hidden"> the authenticator app</span></a></div>`
    : html`<p>An app on your phone shows a code that changes every 30 seconds. Any authenticator app will do.</p>
${
  hasAny(content)
    ? html`<div class="actions"><a class="button" href="${address}/add/app">${label}</a></div>`
    : html`<form method="post" action="${address}/app"><button class="button">${label}</button></form>`
}`
}
</section>`;
}

function passkeyCard({ path }: Places, content: SecondFactorPage): Html {
  const {
    factors: { passkeys },
    timeZone,
  } = content;
  const address = `${path}/profile/second-factor`;
  const row = ({ id, name, addedAt, lastUsedAt }: Passkey) =>
    html`<tr><td>${name} <span class="muted">Added ${dayIn(addedAt, timeZone)}, ${
      lastUsedAt ? `last used ${dayIn(lastUsedAt, timeZone)}` : "not used yet"
    }</span></td><td><a class="button small" href="${address}/remove/passkey?id=${encodeURIComponent(id)}">Remove<span class="hidden"> ${name}</span></a></td></tr>`;
  return html`<section class="card" aria-labelledby="passkeys">
<h2 id="passkeys">Passkeys</h2>
<p>A key that your phone, computer or security key holds. You confirm with a finger, your face or its PIN, and there is no code to type.</p>
${
  passkeys.length > 0 &&
  html`<table class="between"><thead><tr><th scope="col">Name</th><th scope="col"><span class="hidden">Remove</span></th></tr></thead><tbody>${passkeys.map(row)}</tbody></table>`
}
<div class="actions"><a class="button" href="${address}/${hasAny(content) ? "add/passkey" : "passkey"}">Add a passkey</a></div>
</section>`;
}

export interface PasskeyPage {
  action: string;
  email: string;
  name: string;
  request: PasskeyRequest;
  /** False after proving another factor, which asks for the password, too. */
  asksPassword: boolean;
  errors: { name?: string; password?: string; passkey?: string };
}

export function addPasskeyPage(
  places: Places,
  { action, email, name, request, asksPassword, errors }: PasskeyPage,
): string {
  const fields: Field[] = [
    {
      name: "name",
      label: "Name of the passkey",
      type: "text",
      autocomplete: "off",
      value: name,
      hint: "So that you can tell it from others: My phone.",
      error: errors.name,
    },
    ...(asksPassword ? [currentPassword(errors.password)] : []),
  ];
  const summary = errorSummary(fields);
  const button = passkeyButton({
    kind: "create",
    request,
    label: "Add passkey",
    failure: "No passkey was made. Try again, or set up an authenticator app instead.",
    error: errors.passkey,
  });
  const body = html`<div class="card">
${summary}
<form method="post" action="${action}" novalidate>
<input hidden type="text" name="username" value="${email}" autocomplete="username">
${fieldset(fields)}
${button}
</form>
</div>`;
  const footer = html`<a href="${places.path}/profile/second-factor">Back to your second factor</a>`;
  return page(places, {
    heading: "Add a passkey",
    body,
    footer,
    hasErrors: summary !== undefined,
    hasPasskeyScript: true,
  });
}

function recoveryCard({ path }: Places, { factors: { codesLeft } }: SecondFactorPage): Html {
  const left = codesLeft === 0 ? "None are left." : codesLeft === 1 ? "One is left." : `${codesLeft} are left.`;
  return html`<section class="card" aria-labelledby="codes">
<h2 id="codes">Recovery codes</h2>
<p>Each works once in place of a code, for when you do not have your phone. ${left}</p>
<div class="actions"><a class="button" href="${path}/profile/second-factor/recovery-codes">Make new recovery codes</a></div>
</section>`;
}

export const dayIn = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-AU", { dateStyle: "long", timeZone }).format(moment);

export interface ProvePage {
  /** Target of the form. */
  action: string;
  email: string;
  hasApp: boolean;
  passkey: PasskeyRequest | undefined;
  errors: ProofErrors & { password?: string };
}

const currentPassword = (error: string | undefined): Field => ({
  name: "password",
  label: "Current password",
  type: "password",
  autocomplete: "current-password",
  error,
});

/** @param texts describe what the form does */
function provePage(
  places: Places,
  { action, email, hasApp, passkey, errors }: ProvePage,
  texts: { heading: string; explanation: string; button: string },
): string {
  const password: Field = { ...currentPassword(errors.password), hasFocus: true };
  const fields = [password, ...proofFields({ hasApp, errors })];
  const summary = errorSummary(fields);
  const body = html`<div class="card">
<p>${texts.explanation}</p>
${summary}
${proofForm({ action, username: email, first: [password], hasApp, passkey, errors, button: texts.button })}
</div>`;
  const footer = html`<a href="${places.path}/profile/second-factor">Back to your second factor</a>`;
  return page(places, {
    heading: texts.heading,
    body,
    footer,
    hasErrors: summary !== undefined,
    hasPasskeyScript: passkey !== undefined,
  });
}

export const removeAppPage = (places: Places, content: ProvePage) =>
  provePage(places, content, {
    heading: "Remove the authenticator app?",
    explanation: "Its codes will no longer work. To change to another phone, remove the app here and set it up again.",
    button: "Remove",
  });

export const removePasskeyPage = (places: Places, content: ProvePage) =>
  provePage(places, content, {
    heading: "Remove the passkey?",
    explanation: "It will no longer open your account. It stays on the device until you delete it there.",
    button: "Remove",
  });

export const addFactorPage = (places: Places, content: ProvePage) =>
  provePage(places, content, {
    heading: "Confirm that it is you",
    explanation: "To add another way to sign in, confirm with one that you have.",
    button: "Continue",
  });

export const newCodesPage = (places: Places, content: ProvePage) =>
  provePage(places, content, {
    heading: "Make new recovery codes",
    explanation: "Your current codes will no longer work.",
    button: "Make new codes",
  });

export interface AppSetupPage {
  action: string;
  email: string;
  /** Base32. */
  secret: string;
  /** The secret as a QR code (SVG). */
  qrCode: Html;
  errors: { password?: string; code?: string };
  /** False if the password was just typed. */
  asksPassword: boolean;
  isSigningIn: boolean;
  /** Target of "Later"; without it there is no such button. */
  later?: string;
}

export function appSetupPage(
  places: Places,
  { action, email, secret, qrCode, errors, asksPassword, isSigningIn, later }: AppSetupPage,
): string {
  const fields: Field[] = [
    ...(asksPassword ? [currentPassword(errors.password)] : []),
    {
      name: "code",
      label: "Code that the app shows",
      type: "text",
      autocomplete: "one-time-code",
      isDigits: true,
      error: errors.code,
    },
  ];
  const summary = errorSummary(fields);
  const body = html`<div class="card">
${isSigningIn && html`<p>Your account can do a lot, so it should not depend on a password alone. This takes a minute.</p>`}
<ol class="steps">
<li>Open an authenticator app on your phone. Any will do.</li>
<li>Scan this code with it:
<div class="qr" role="img" aria-label="QR code for the authenticator app">${qrCode}</div>
If you cannot scan it, type this key into the app: <code>${secret.replace(/.{4}(?=.)/g, "$& ")}</code></li>
<li>Type the code that the app then shows.</li>
</ol>
${summary}
<form method="post" action="${action}" novalidate>
<input hidden type="text" name="username" value="${email}" autocomplete="username">
${fieldset(fields)}
<button class="button primary wide">Turn on</button>
</form>
${later && html`<form method="post" action="${later}" class="after"><button class="button wide">Later</button></form>`}
</div>`;
  const footer = isSigningIn
    ? undefined
    : html`<a href="${places.path}/profile/second-factor">Back to your second factor</a>`;
  return page(places, { heading: "Set up an authenticator app", body, footer, hasErrors: summary !== undefined });
}

export interface RecoveryCodesPage {
  codes: readonly string[];
  /** Target of the button. */
  next: string;
}

export function recoveryCodesPage(places: Places, { codes, next }: RecoveryCodesPage): string {
  const body = html`<div class="card">
<p>Keep these codes where you can find them without your phone: on paper, or in a password manager. Each works once in place of a code. They will not be shown again.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button primary" href="${next}">I have kept them</a></div>
</div>`;
  return page(places, { heading: "Your recovery codes", body });
}
