/** Pages behind the link of an invitation to a supplier's staff. */
import { html } from "./html.ts";
import { type Places, page } from "./layout.ts";
import { notice } from "./notices.ts";

/** @param supplierName in quotes, and shortened */
export function invitationPage(places: Places, supplierName: string): string {
  // The form submits to the page's own URL, so the secret of the link is not in the markup.
  const body = html`<div class="card"><p>The supplier ${supplierName} has invited you to become one of its users in Countinghouse.</p>
<p>Accept only if you know them. They will see that you have accepted, and your email address.</p>
<form method="post"><div class="actions"><button class="button primary">Accept</button>
<a class="button" href="${places.publicUrl}/">Not now</a></div></form></div>`;
  return page(places, { heading: "Invitation", body });
}

export const invitationAcceptedPage = (places: Places) =>
  notice(
    places,
    "You have accepted",
    "You now have access to the supplier in Countinghouse. Sign in with this email address.",
    "Go to Countinghouse",
  );

export const invitationImpossiblePage = (places: Places) =>
  notice(
    places,
    "This invitation cannot be accepted",
    "The account with this email address belongs to the marketplace operator, or is deactivated. If this is not right, ask an administrator.",
  );

export const invitationGonePage = (places: Places) =>
  notice(
    places,
    "This invitation no longer works",
    "It has already been accepted, was withdrawn, or has expired. If you have accepted it, sign in. Otherwise ask the supplier to invite you again.",
  );
