import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { feedForms, loadFeed } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";

export const meta = () => title("Remove Feed");

export const loader = screenFor(stockFeeds.remove, loadFeed);

export const action = commandForms(feedForms);

export const clientAction = keepTyped;

export default function RemoveFeed() {
  const { feed, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="remove"
      commandId={commandId}
      title="Remove Feed"
      label="Remove"
      parent={paths.feed(feed.supplierId, feed.id)}
    >
      {feed.name} will no longer be read. What it has imported stays. Are you sure you wish to continue?
    </Confirm>
  );
}
