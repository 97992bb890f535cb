import { paths } from "#app/lib/paths.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { confirmationFor } from "#app/services/pages/confirmation.server.ts";
import { feedForms, loadFeed } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";

export { confirmMeta as meta, DeclaredConfirm as default } from "#app/components/dialog/confirm.tsx";
export { keepTyped as clientAction } from "#app/lib/keep-typed.ts";

export const loader = confirmationFor(stockFeeds.remove, loadFeed, ({ feed }) => ({
  intent: "remove",
  title: "Remove Feed",
  label: "Remove",
  parent: paths.feed(feed.supplierId, feed.id),
  text: `${feed.name} will no longer be read. What it has imported stays. Are you sure you wish to continue?`,
}));

export const action = commandForms(feedForms);
