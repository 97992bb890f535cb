/** The form that asks for the second factor, on every page that needs it. */

import type { PasskeyRequest } from "#api/modules/identity/second-factor/passkeys.ts";
import type { ProofErrors } from "#api/modules/identity/second-factor/prove.ts";
import { type Html, html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";

interface ProofRequest {
  hasApp: boolean;
  /** For users with a passkey. */
  passkey?: PasskeyRequest | undefined;
  errors: ProofErrors;
}

const codeField = ({ errors }: ProofRequest): Field => ({
  name: "code",
  label: "Code from your authenticator app",
  type: "text",
  autocomplete: "one-time-code",
  isDigits: true,
  error: errors.code,
});

const recoveryField = ({ errors }: ProofRequest): Field => ({
  name: "recovery",
  label: "Recovery code",
  type: "text",
  autocomplete: "off",
  hint: "One of the codes that you were shown when you set it up.",
  error: errors.recovery,
});

/** Fields for the error summary. */
export const proofFields = (request: ProofRequest): Field[] => [
  ...(request.hasApp ? [codeField(request)] : []),
  recoveryField(request),
];

interface ProofForm extends ProofRequest {
  action: string;
  /** Tells password managers which account the code belongs to. */
  username: string;
  /** Fields above the code. */
  first?: readonly Field[];
  button: string;
}

interface PasskeyButton {
  kind: "create" | "get";
  request: PasskeyRequest;
  label: string;
  /** Message if the browser provides no passkey; shown by the script. */
  failure: string;
  /** Message of the server. */
  error: string | undefined;
}

/** A button that only the script shows, in a form whose field `passkey` receives the response. */
export function passkeyButton({ kind, request: { ticket, options }, label, failure, error }: PasskeyButton): Html {
  return html`<input type="hidden" name="passkey"><input type="hidden" name="ticket" value="${ticket}">
<p class="error" role="alert" data-passkey-failure${error === undefined && html` hidden`}>${error ?? failure}</p>
<button type="button" class="button wide between" data-passkey="${kind}" data-options="${options}" hidden>${label}</button>
<noscript><p class="muted">Passkeys need scripts, which this browser does not run.</p></noscript>`;
}

/** One form: a recovery code, if typed, takes precedence over the code. */
export function proofForm({ action, username, first = [], button, ...request }: ProofForm): Html {
  const shown = [...first, ...(request.hasApp ? [{ ...codeField(request), hasFocus: first.length === 0 }] : [])];
  const recovery = fieldset([recoveryField(request)]);
  return html`<form method="post" action="${action}" novalidate>
<input hidden type="text" name="username" value="${username}" autocomplete="username">
${fieldset(shown)}
${request.passkey && passkeyButton({ kind: "get", request: request.passkey, label: "Use a passkey", failure: "The passkey was not used. Try again, or use a code.", error: request.errors.passkey })}
${request.hasApp ? html`<details${request.errors.recovery && html` open`}><summary>Use a recovery code instead</summary>${recovery}</details>` : recovery}
<button class="button primary wide">${button}</button>
</form>`;
}

export interface CodePage extends ProofRequest {
  action: string;
  email: string;
}

/** The page that asks for a code, after the password or before something that needs a recent proof. */
export function codePage(places: Places, { action, email, ...request }: CodePage): string {
  const summary = errorSummary(proofFields(request));
  const body = html`<div class="card">
<p>Account: ${email}</p>
${summary}
${proofForm({ action, username: email, button: "Continue", ...request })}
<p class="after muted">Without your phone and your recovery codes, ask an administrator to reset your second factor.</p>
</div>`;
  return page(places, {
    heading: "Confirm that it is you",
    body,
    footer: backLink(places),
    hasErrors: summary !== undefined,
    hasPasskeyScript: request.passkey !== undefined,
  });
}
