import type { PasswordErrors } from "../password-change.ts";
import { html } from "./html.ts";
import { backLink, errorSummary, field, page, type Places } from "./layout.ts";

export interface ProfilePage {
  name: string;
  email: string;
  roles: readonly string[];
  errors: PasswordErrors;
  wasChanged: boolean;
}

export function profilePage(places: Places, { name, email, roles, errors, wasChanged }: ProfilePage): string {
  const firstWrong = errors.current ? "current" : errors.next ? "next" : errors.again && "again";
  const problems = Object.entries(errors).map(([key, message]) => ({ field: key, message }));
  const body = html`${wasChanged && html`<p class="done" role="status">Your password was changed. Everywhere else you have been signed out.</p>`}
<section class="card" aria-labelledby="about">
<h2 id="about">About you</h2>
<dl><dt>Name</dt><dd>${name}</dd><dt>Email</dt><dd>${email}</dd><dt>${roles.length > 1 ? "Roles" : "Role"}</dt><dd>${roles.join(", ") || "None"}</dd></dl>
</section>
<section class="card" aria-labelledby="password">
<h2 id="password">Change password</h2>
${errorSummary(problems)}
<form method="post" action="${places.path}/profile" novalidate>
<input hidden type="text" name="username" value="${email}" autocomplete="username">
${field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password", error: errors.current, hasFocus: firstWrong === "current" })}
${field({ name: "next", label: "New password", type: "password", autocomplete: "new-password", hint: "At least 12 characters. Several words are easy to remember and hard to guess.", error: errors.next, hasFocus: firstWrong === "next" })}
${field({ name: "again", label: "New password again", type: "password", autocomplete: "new-password", error: errors.again, hasFocus: firstWrong === "again" })}
<button class="button primary">Change password</button>
</form>
</section>`;
  return page(places, { heading: "Your profile", body, footer: backLink(places), hasErrors: problems.length > 0 });
}
