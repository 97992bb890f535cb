/** Assets that are inlined into the page. Imported only on the server, so that scripts do not contain them as well. */
import { light } from "#contract/colours.ts";

export { default as styles } from "../../tailwind.css?inline";
export { default as styleSheet } from "../../tailwind.css?url";

export const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18" fill="none" stroke="${light.accent}" stroke-width="2"><rect x="1" y="1" width="16" height="16" rx="4"/><path d="M4.500 7h9M4.500 11h9"/></svg>`,
)}`;
