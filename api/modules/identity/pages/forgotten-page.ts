import { html } from "./html.ts";
import { backLink, errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";

export interface ForgottenPage {
  email: string;
  error?: string;
}

export function forgottenPage(places: Places, { email, error }: ForgottenPage): string {
  const fields: Field[] = [
    { name: "email", label: "Email", type: "email", autocomplete: "username", value: email, error, hasFocus: true },
  ];
  const summary = errorSummary(fields);
  const body = html`<div class="card">
<p>Type the email address you sign in with. You will get a message with a link to choose a new password.</p>
${summary}
<form method="post" action="${places.path}/forgotten" novalidate>
${fieldset(fields)}
<button class="button primary wide">Send me a link</button>
</form>
</div>`;
  return page(places, {
    heading: "Forgotten your password?",
    body,
    footer: backLink(places),
    hasErrors: summary !== undefined,
  });
}
