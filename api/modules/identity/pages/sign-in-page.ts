import { type DemoAccount, demoPassword } from "#api/core/access/demo-accounts.ts";
import { type Html, html } from "./html.ts";
import { errorSummary, type Field, fieldset, type Places, page } from "./layout.ts";

export interface SignInErrors {
  email?: string;
  password?: string;
  /** Message if email and password were refused. */
  refusal?: string;
}

export interface SignInPage {
  /** Target of the form. */
  action: string;
  email: string;
  errors: SignInErrors;
  /** Listed below the form. */
  demoAccounts: readonly DemoAccount[];
}

export function signInPage(places: Places, { action, email, errors, demoAccounts }: SignInPage): string {
  const isKnown = email !== "";
  const fields: Field[] = [
    {
      name: "email",
      label: "Email",
      type: "email",
      autocomplete: "username",
      value: email,
      error: errors.email,
      hasFocus: !isKnown,
    },
    {
      name: "password",
      label: "Password",
      type: "password",
      autocomplete: "current-password",
      error: errors.password ?? errors.refusal,
      isShared: errors.refusal !== undefined,
      hasFocus: isKnown,
    },
  ];
  const summary = errorSummary(fields);
  const body = html`<div class="card">
${summary}
<form method="post" action="${action}" novalidate>
${fieldset(fields)}
<button class="button primary wide">Sign in</button>
</form>
<p class="after"><a href="${places.path}/forgotten">Forgotten your password?</a></p>
<p class="after"><a href="${places.publicUrl}/apply">Become a supplier</a></p>
</div>
${demoAccounts.length > 0 && demoList(action, demoAccounts)}`;
  return page(places, { heading: "Sign in", body, hasErrors: summary !== undefined });
}

function demoList(action: string, accounts: readonly DemoAccount[]): Html {
  return html`<section class="card" aria-labelledby="demo">
<h2 id="demo">Demo accounts</h2>
<p class="muted">Password for all accounts: <code>${demoPassword}</code></p>
<table>
<thead><tr><th scope="col">Account and role</th><th scope="col"><span class="hidden">Sign in</span></th></tr></thead>
<tbody>${accounts.map((account) => demoRow(action, account))}</tbody>
</table>
</section>`;
}

function demoRow(action: string, { email, role, note }: DemoAccount): Html {
  const [name = "", domain = ""] = email.split("@");
  return html`<tr><td>${name}<wbr>@${domain} <span class="muted">${role}${note && html`: ${note}`}</span></td><td>
<form method="post" action="${action}"><input type="hidden" name="email" value="${email}"><input type="hidden" name="password" value="${demoPassword}"><button class="button small">Sign in<span class="hidden"> as ${email}</span></button></form></td></tr>`;
}
