import type { NewPasswordErrors } from "../new-password.ts";
import { html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";

export interface PasswordPage {
  email: string;
  errors: NewPasswordErrors;
}

const advice = "At least 12 characters. Several words are easy to remember and hard to guess.";

/** The two fields of a new password, wherever one is chosen. */
export const newPasswordFields = (errors: NewPasswordErrors): Field[] => [
  { name: "next", label: "New password", type: "password", autocomplete: "new-password", hint: advice, error: errors.next },
  { name: "again", label: "New password again", type: "password", autocomplete: "new-password", error: errors.again },
];

export function passwordPage(places: Places, { email, errors }: PasswordPage): string {
  const fields: Field[] = [
    { name: "email", label: "Email", type: "email", autocomplete: "username", value: email, isReadOnly: true },
    ...newPasswordFields(errors),
  ];
  const summary = errorSummary(fields);
  // The form goes to the page's own address, so the secret of the link is not in the markup.
  const body = html`<div class="card">
${summary}
<form method="post" novalidate>
${fieldset(fields)}
<button class="button primary wide">Set password</button>
</form>
</div>`;
  return page(places, { heading: "Choose a password", body, footer: backLink(places), hasErrors: summary !== undefined });
}
