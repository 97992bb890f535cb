import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadMarketplace, marketplaceForms } from "#app/services/marketplaces/marketplaces.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(marketplaces.renewFeedAddress, loadMarketplace, ({ marketplace }) => ({
  intent: "feedAddress",
  title: "New Address of the Feed",
  label: "Make a New Address",
  parent: paths.marketplace(marketplace.id),
  text: "The present address stops working at once. Every service that fetches the feed needs the new one.",
}));

export const action = commandForms(marketplaceForms);
