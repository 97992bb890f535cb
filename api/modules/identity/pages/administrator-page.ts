/** The pages behind an address at which somebody becomes an administrator. */
import type { NewPasswordErrors } from "#api/modules/identity/new-password.ts";
import type { NameErrors, Names } from "#api/modules/identity/own-name.ts";
import { html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";
import { nameFields, newPasswordFields } from "./password-page.ts";

export interface AdministratorPage {
  email: string;
  /** The address was named on the server and cannot be changed here. */
  isKnown: boolean;
  /** The names as typed; undefined if they are stored already and not asked for. */
  names?: Names;
  errors: NewPasswordErrors & NameErrors & { email?: string };
}

export function administratorPage(places: Places, { email, isKnown, names, errors }: AdministratorPage): string {
  const fields: Field[] = [
    ...(names ? nameFields(names, errors) : []),
    {
      name: "email",
      label: "Email",
      type: "email",
      autocomplete: "username",
      value: email,
      isReadOnly: isKnown,
      error: errors.email,
    },
    ...newPasswordFields(errors),
  ];
  const summary = errorSummary(fields);
  // The form submits to the page's own URL, so the secret of the address is not in the markup.
  const body = html`<div class="card">
<p>You are about to become an administrator of Countinghouse. Administrators can see and change everything.</p>
${summary}
<form method="post" novalidate>
${fieldset(fields)}
<button class="button primary wide">Continue</button>
</form>
</div>`;
  return page(places, {
    heading: "Set up your account",
    body,
    footer: backLink(places),
    hasErrors: summary !== undefined,
  });
}

export function administratorLinkGonePage(places: Places): string {
  const body = html`<div class="card">
<p>It works once, and for 24 hours. If you have just set up your account with it, go to Countinghouse and sign in.</p>
<p>Otherwise, somebody with access to the server can make a new address there with</p>
<p><code>npm run invite -- EMAIL</code></p>
<div class="actions"><a class="button primary" href="${places.publicUrl}/">Go to Countinghouse</a></div></div>`;
  return page(places, { heading: "This address no longer works", body });
}
