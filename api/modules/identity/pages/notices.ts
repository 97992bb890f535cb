/** Pages with a single message and a link to continue. */
import { errors } from "oidc-provider";
import { refusalOf } from "#api/core/database/database-refusal.ts";
import { Html, html } from "./html.ts";
import { backLink, type Places, page } from "./layout.ts";

/** @param href target of the button, if not the back office */
export function notice(
  places: Places,
  heading: string,
  message: string,
  link = "Go to Countinghouse",
  href?: string,
): string {
  const body = html`<div class="card"><p>${message}</p>
<div class="actions"><a class="button primary" href="${href ?? `${places.publicUrl}/`}">${link}</a></div></div>`;
  return page(places, { heading, body, footer: href === undefined ? undefined : backLink(places) });
}

export const expiredPage = (places: Places) =>
  notice(
    places,
    "This sign-in page has expired",
    "It has already been used, or was open for too long. Nothing is lost: go to Countinghouse and, if asked, sign in again.",
  );

export const signInFirstPage = (places: Places) =>
  notice(places, "Please sign in first", "Sign in to see your profile.", "Sign in");

export const notFoundPage = (places: Places) => notice(places, "Page not found", "There is no page at this address.");

export const refusedPage = (places: Places) =>
  notice(
    places,
    "This was not sent from our page",
    "Nothing was changed. Go to Countinghouse and try again from there.",
  );

export const signedOutPage = (places: Places) =>
  notice(places, "You are signed out", "You can close this page, or sign in again.", "Sign in");

export const linkGonePage = (places: Places) =>
  notice(
    places,
    "This link no longer works",
    "It has already been used, a newer link has replaced it, or it has expired. If you have just set a password with it, go to Countinghouse and sign in. Otherwise ask for a new link.",
    "Send me a new link",
    `${places.path}/forgotten`,
  );

export const passwordSetPage = (places: Places) =>
  notice(
    places,
    "Your password is set",
    "You have been signed out everywhere. Sign in with the new password.",
    "Sign in",
  );

export const linkSentPage = (places: Places) =>
  notice(
    places,
    "Check your email",
    "If this email address has an account, a message with a link is on its way. The link works for 60 minutes. If no message arrives, check your spam folder, or try again a little later.",
  );

/** For any error of the provider or the server: says what the user can do, without internal details. */
export function failurePage(places: Places, error: unknown): string {
  if (error instanceof errors.SessionNotFound) return expiredPage(places);
  const refusal = refusalOf(error);
  if (refusal)
    return notice(
      places,
      refusal.status === 429 ? "Please wait" : "This is not working at the moment",
      refusal.message,
    );
  const isOurs = !(error instanceof errors.OIDCProviderError);
  return isOurs
    ? notice(places, "Something went wrong on our side", "Nothing was changed. Please try again in a moment.")
    : notice(
        places,
        "This request cannot be answered",
        "The link that brought you here is incomplete or wrong. Go to Countinghouse and try again from there.",
      );
}

/** @param form the provider's form, which proves that the submission came from this page */
export function signOutPage(places: Places, form: string): string {
  const body = html`<div class="card"><p>You will be signed out of Countinghouse in this browser.</p>
${new Html(form)}
<div class="actions"><button class="button primary" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<a class="button" href="${places.publicUrl}/">Stay signed in</a></div></div>`;
  return page(places, { heading: "Sign out?", body });
}
