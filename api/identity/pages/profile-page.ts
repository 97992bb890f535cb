import type { PasswordErrors } from "../password-change.ts";
import { html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";

export interface ProfilePage {
  name: string;
  email: string;
  roles: readonly string[];
  errors: PasswordErrors;
  wasChanged: boolean;
}

const advice = "At least 12 characters. Several words are easy to remember and hard to guess.";

export function profilePage(places: Places, { name, email, roles, errors, wasChanged }: ProfilePage): string {
  const fields: Field[] = [
    { name: "current", label: "Current password", type: "password", autocomplete: "current-password", error: errors.current },
    { name: "next", label: "New password", type: "password", autocomplete: "new-password", hint: advice, error: errors.next },
    { name: "again", label: "New password again", type: "password", autocomplete: "new-password", error: errors.again },
  ];
  const summary = errorSummary(fields);
  // The hidden name tells password managers whose password this is.
  const body = html`${wasChanged && html`<p class="done" role="status">Your password was changed. Everywhere else you have been signed out.</p>`}
<section class="card" aria-labelledby="about">
<h2 id="about">About you</h2>
<dl><dt>Name</dt><dd>${name}</dd><dt>Email</dt><dd>${email}</dd><dt>${roles.length > 1 ? "Roles" : "Role"}</dt><dd>${roles.join(", ") || "None"}</dd></dl>
</section>
<section class="card" aria-labelledby="change">
<h2 id="change">Change password</h2>
${summary}
<form method="post" action="${places.path}/profile" novalidate>
<input hidden type="text" name="username" value="${email}" autocomplete="username">
${fieldset(fields)}
<button class="button primary">Change password</button>
</form>
</section>`;
  return page(places, { heading: "Your profile", body, footer: backLink(places), hasErrors: summary !== undefined });
}
