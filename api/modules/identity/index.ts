/** The door of the built-in sign-in: what areas, other modules and the registries may use of it. */
export { findUserByEmail, fullName } from "./accounts.ts";
export { deleteExpiredSignIns } from "./delete-expired.ts";
export { makeInvitation } from "./invitations.ts";
export { beginLinkDays, linkDays, untilSent } from "./link-days.ts";
export { Html, html } from "./pages/html.ts";
export { brandOf, icon } from "./pages/layout.ts";
export { placesOf } from "./pages/places.ts";
export { stylesheet } from "./pages/style.ts";
export { deletePasswordLinks, makePasswordLink } from "./password-links.ts";
export { factorsOf, hasFactor } from "./second-factor/factors.ts";
export { resetFactors } from "./second-factor/reset.ts";
export { clearFailedSignIns } from "./sign-in.ts";
