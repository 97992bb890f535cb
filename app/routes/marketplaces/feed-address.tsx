import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadMarketplace, marketplaceForms } from "#app/services/marketplaces/marketplaces.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";

export const meta = () => title("New Address of the Feed");

export const loader = screenFor(marketplaces.renewFeedAddress, loadMarketplace);

export const action = commandForms(marketplaceForms);

export const clientAction = keepTyped;

export default function FeedAddress() {
  const { marketplace, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="feedAddress"
      commandId={commandId}
      title="New Address of the Feed"
      label="Make a New Address"
      parent={paths.marketplace(marketplace.id)}
    >
      The present address stops working at once. Every service that fetches the feed needs the new one.
    </Confirm>
  );
}
