/** The form with which people prove themselves by their second factor, wherever they are asked for it. */

import type { PasskeyRequest } from "#api/identity/second-factor/passkeys.ts";
import type { ProofErrors } from "#api/identity/second-factor/prove.ts";
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

/** For the summary of errors. */
export const proofFields = (asked: ProofRequest): Field[] => [
  ...(asked.hasApp ? [codeField(asked)] : []),
  recoveryField(asked),
];

interface ProofForm extends ProofRequest {
  action: string;
  /** Tells password managers whose code it is. */
  username: string;
  /** Fields above it. */
  first?: readonly Field[];
  button: string;
}

interface PasskeyButton {
  kind: "create" | "get";
  request: PasskeyRequest;
  label: string;
  /** Shown by the script when the browser gives no passkey. */
  failure: string;
  /** What the server refused. */
  error: string | undefined;
}

/** A button that only the script shows, in a form whose field `passkey` takes the answer. */
export function passkeyButton({ kind, request: { ticket, options }, label, failure, error }: PasskeyButton): Html {
  return html`<input type="hidden" name="passkey"><input type="hidden" name="ticket" value="${ticket}">
<p class="error" role="alert" data-passkey-failure${error === undefined && html` hidden`}>${error ?? failure}</p>
<button type="button" class="button wide between" data-passkey="${kind}" data-options="${options}" hidden>${label}</button>
<noscript><p class="muted">Passkeys need scripts, which this browser does not run.</p></noscript>`;
}

/** One form: what is typed as a recovery code counts instead of the code. */
export function proofForm({ action, username, first = [], button, ...asked }: ProofForm): Html {
  const shown = [...first, ...(asked.hasApp ? [{ ...codeField(asked), hasFocus: first.length === 0 }] : [])];
  const recovery = fieldset([recoveryField(asked)]);
  return html`<form method="post" action="${action}" novalidate>
<input hidden type="text" name="username" value="${username}" autocomplete="username">
${fieldset(shown)}
${asked.passkey && passkeyButton({ kind: "get", request: asked.passkey, label: "Use a passkey", failure: "The passkey was not used. Try again, or use a code.", error: asked.errors.passkey })}
${asked.hasApp ? html`<details${asked.errors.recovery && html` open`}><summary>Use a recovery code instead</summary>${recovery}</details>` : recovery}
<button class="button primary wide">${button}</button>
</form>`;
}

export interface CodePage extends ProofRequest {
  action: string;
  email: string;
}

/** After the password, and before something that needs a fresh proof. */
export function codePage(places: Places, { action, email, ...asked }: CodePage): string {
  const summary = errorSummary(proofFields(asked));
  const body = html`<div class="card">
<p>Account: ${email}</p>
${summary}
${proofForm({ action, username: email, button: "Continue", ...asked })}
<p class="after muted">Without your phone and your recovery codes, ask an administrator to reset your second factor.</p>
</div>`;
  return page(places, {
    heading: "Confirm that it is you",
    body,
    footer: backLink(places),
    hasErrors: summary !== undefined,
    hasPasskeyScript: asked.passkey !== undefined,
  });
}
