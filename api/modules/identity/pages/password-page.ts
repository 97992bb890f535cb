import type { NewPasswordErrors } from "#api/modules/identity/new-password.ts";
import type { NameErrors, Names } from "#api/modules/identity/own-name.ts";
import { html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";

export interface PasswordPage {
  email: string;
  /** The names as typed; undefined if they are stored already and not asked for. */
  names?: Names;
  errors: NewPasswordErrors & NameErrors;
}

const advice = "At least 12 characters. Several words are easy to remember and hard to guess.";

/** The two fields of a new password, on every page that sets one. */
export const newPasswordFields = (errors: NewPasswordErrors): Field[] => [
  {
    name: "next",
    label: "New password",
    type: "password",
    autocomplete: "new-password",
    hint: advice,
    error: errors.next,
  },
  { name: "again", label: "New password again", type: "password", autocomplete: "new-password", error: errors.again },
];

export const nameFields = (names: Names, errors: NameErrors): Field[] => [
  {
    name: "givenName",
    label: "Given name",
    type: "text",
    autocomplete: "given-name",
    value: names.givenName,
    hint: "Leave this empty if you have one name only.",
    error: errors.givenName,
    isOptional: true,
  },
  {
    name: "surname",
    label: "Surname",
    type: "text",
    autocomplete: "family-name",
    value: names.surname,
    error: errors.surname,
  },
];

export function passwordPage(places: Places, { email, names, errors }: PasswordPage): string {
  const fields: Field[] = [
    { name: "email", label: "Email", type: "email", autocomplete: "username", value: email, isReadOnly: true },
    ...(names ? nameFields(names, errors) : []),
    ...newPasswordFields(errors),
  ];
  const summary = errorSummary(fields);
  // The form submits to the page's own URL, so the secret of the link is not in the markup.
  const body = html`<div class="card">
${summary}
<form method="post" novalidate>
${fieldset(fields)}
<button class="button primary wide">Set password</button>
</form>
</div>`;
  return page(places, {
    heading: "Choose a password",
    body,
    footer: backLink(places),
    hasErrors: summary !== undefined,
  });
}
