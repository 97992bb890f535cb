import type { PasswordErrors } from "#api/modules/identity/password-change.ts";
import type { PasskeyRequest } from "#api/modules/identity/second-factor/passkeys.ts";
import { html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";
import { newPasswordFields } from "./password-page.ts";
import { proofFields, proofForm } from "./proof-form.ts";

export interface ProfilePage {
  name: string;
  email: string;
  roles: readonly string[];
  /** The second factor that is asked for besides the password; undefined for users without one. */
  proof: { hasApp: boolean; passkey: PasskeyRequest | undefined } | undefined;
  errors: PasswordErrors;
  /** Message about what was just done, for a banner. */
  done?: string;
}

const banners = new Map([
  ["password", "Your password was changed. Everywhere else you have been signed out."],
  ["signed-out", "Everywhere else you have been signed out."],
]);

export function profilePage(places: Places, { name, email, roles, proof, errors, done }: ProfilePage): string {
  const fields: Field[] = [
    {
      name: "current",
      label: "Current password",
      type: "password",
      autocomplete: "current-password",
      error: errors.current,
    },
    ...newPasswordFields(errors),
  ];
  const summary = errorSummary([...fields, ...(proof ? proofFields({ ...proof, errors }) : [])]);
  const change = { action: `${places.path}/profile`, button: "Change password" };
  const banner = banners.get(done ?? "");
  // The hidden name tells password managers which account the password belongs to.
  const body = html`${banner && html`<p class="done" role="status">${banner}</p>`}
<section class="card" aria-labelledby="about">
<h2 id="about">About you</h2>
<dl><dt>Name</dt><dd>${name}</dd><dt>Email</dt><dd>${email}</dd><dt>${roles.length > 1 ? "Roles" : "Role"}</dt><dd>${roles.join(", ") || "None"}</dd></dl>
</section>
<section class="card" aria-labelledby="change">
<h2 id="change">Change password</h2>
${summary}
${
  proof
    ? proofForm({ ...change, ...proof, username: email, first: fields, errors })
    : html`<form method="post" action="${change.action}" novalidate>
<input hidden type="text" name="username" value="${email}" autocomplete="username">
${fieldset(fields)}
<button class="button primary">${change.button}</button>
</form>`
}
</section>
<section class="card" aria-labelledby="second">
<h2 id="second">Second factor</h2>
<p>${proof ? "On: signing in asks for a code or a passkey after your password." : "Off: your password alone is enough to sign in. A second factor keeps out others who know it."}</p>
<div class="actions"><a class="button" href="${places.path}/profile/second-factor">${proof ? "Change second factor" : "Set up a second factor"}</a></div>
</section>
<section class="card" aria-labelledby="elsewhere">
<h2 id="elsewhere">Other browsers and devices</h2>
<p>You stay signed in here. Every other browser and device will have to sign in again.</p>
<form method="post" action="${places.path}/profile/sign-out-everywhere"><button class="button">Sign out everywhere</button></form>
</section>`;
  return page(places, {
    heading: "Your profile",
    body,
    footer: backLink(places),
    hasErrors: summary !== undefined,
    hasPasskeyScript: proof?.passkey !== undefined,
  });
}
