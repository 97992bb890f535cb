/** Pages behind the link of an invitation to a supplier's staff. */
import { html } from "./html.ts";
import { type Places, page } from "./layout.ts";
import { notice } from "./notices.ts";

/** @param supplierName in quotes, and cut */
export function invitationPage(places: Places, supplierName: string): string {
  // The form goes to the page's own address, so the secret of the link is not in the markup.
  const body = html`<div class="card"><p>The supplier ${supplierName} has invited you to work for them in Countinghouse.</p>
<p>Accept only if you know them. They will see that you have accepted, and your email address.</p>
<form method="post"><div class="actions"><button class="button primary">Accept</button>
<a class="button" href="${places.publicUrl}/">Not now</a></div></form></div>`;
  return page(places, { heading: "Invitation", body });
}

export const invitationAcceptedPage = (places: Places) =>
  notice(places, "You have accepted", "You can work for the supplier in Countinghouse from now on. Sign in with this email address.", "Go to Countinghouse");

export const invitationImpossiblePage = (places: Places) =>
  notice(
    places,
    "This invitation cannot be accepted",
    "The account of this email address belongs to the organisation that runs the marketplace, or is deactivated. Ask an administrator if this is not right.",
  );

export const invitationGonePage = (places: Places) =>
  notice(
    places,
    "This invitation does not work any more",
    "It was accepted already, taken back, or it is too old. If you have accepted it, sign in. Otherwise ask the supplier to invite you again.",
  );
