import { type Html, html } from "./html.ts";
import { passkeyScriptName } from "./passkey-script.ts";
import { stylesheetName } from "./style.ts";

/** URLs of the pages, and of the back office they link to. */
export interface Places {
  /** The provider's public path, without a trailing slash. */
  path: string;
  /** URL of the back office. */
  publicUrl: string;
  organisation: {
    name: string;
    /** Address of an image on this server. */
    logoUrl?: string | undefined;
  };
}

interface Page {
  /** The page's `<h1>` and the start of its title. */
  heading: string;
  body: Html;
  footer?: Html;
  /** A submission was refused: the title says so for screen readers. */
  hasErrors?: boolean;
  /** Whether the page can ask the browser for a passkey. */
  hasPasskeyScript?: boolean;
}

const mark = html`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="1" y="1" width="18" height="18" rx="4"/><path d="M5 8h10M5 12h10"/></svg>`;

/** Prevents browsers from requesting an icon from the API. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20' fill='none' stroke='%230b6455' stroke-width='2'%3E%3Crect x='1' y='1' width='18' height='18' rx='4'/%3E%3Cpath d='M5 8h10M5 12h10'/%3E%3C/svg%3E";

/** The organisation's logo and name. */
export const brandOf = ({ organisation: { name, logoUrl } }: Places): Html =>
  html`${logoUrl ? html`<img src="${logoUrl}" alt="" width="28" height="28">` : mark}${name}`;

export function page(places: Places, { heading, body, footer, hasErrors, hasPasskeyScript }: Page): string {
  return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${hasErrors && "Error: "}${heading} – Countinghouse</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${places.path}/assets/${stylesheetName}">
${hasPasskeyScript && html`<script src="${places.path}/assets/${passkeyScriptName}" defer></script>`}
</head>
<body>
<header>${brandOf(places)}</header>
<main>
<h1>${heading}</h1>
${body}
</main>
${footer && html`<footer>${footer}</footer>`}
</body>
</html>
`.text;
}

export interface Field {
  name: string;
  label: string;
  type: "text" | "email" | "password";
  autocomplete:
    | "username"
    | "current-password"
    | "new-password"
    | "one-time-code"
    | "given-name"
    | "family-name"
    | "off";
  /** Makes phones show a numeric keyboard. */
  isDigits?: boolean;
  value?: string;
  hint?: string;
  error?: string;
  /** The error concerns several fields, so the summary shows it without the label. */
  isShared?: boolean;
  hasFocus?: boolean;
  isReadOnly?: boolean;
  isOptional?: boolean;
}

function field({
  name,
  label,
  type,
  autocomplete,
  value,
  hint,
  error,
  hasFocus,
  isReadOnly,
  isOptional,
  isDigits,
}: Field): Html {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
<input id="${name}" name="${name}" type="${type}" value="${value ?? ""}" autocomplete="${autocomplete}" autocapitalize="${autocomplete.endsWith("-name") ? "words" : "none"}" spellcheck="false"${isDigits && html` inputmode="numeric"`} ${isReadOnly ? "readonly" : isOptional ? "" : "required"}${describedBy !== "" && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}${hasFocus && html` autofocus`}>
${error && html`<span class="error" id="${name}-error">${error}</span>`}
</div>`;
}

/** Error summary above the form, with the same messages as at the fields. */
export function errorSummary(fields: readonly Field[]): Html | undefined {
  const wrong = fields.filter(({ error }) => error);
  if (wrong.length === 0) return undefined;
  return html`<div class="summary" role="alert"><strong>There is a problem</strong>
${wrong.map(({ name, label, error, isShared }) => html`<a href="#${name}">${isShared ? "" : `${label}: `}${error}</a>`)}</div>`;
}

/** Renders a form's fields, with the focus on the first invalid one. */
export function fieldset(fields: readonly Field[]): Html[] {
  const firstWrong = fields.find(({ error }) => error);
  return fields.map((each) => field(firstWrong ? { ...each, hasFocus: each === firstWrong } : each));
}

export function backLink({ publicUrl }: Places, label = "Back to Countinghouse"): Html {
  return html`<a href="${publicUrl}/">${label}</a>`;
}
