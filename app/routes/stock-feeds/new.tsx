import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { feedForms, loadNewFeed } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";
import { addStockFeed } from "#contract/stock-feeds/schema.ts";
import { FeedFields, feedLabels } from "./parts/feed-fields.tsx";

const heading = "Add Feed";

export const meta = () => title(heading);

export const loader = screenFor(stockFeeds.add, loadNewFeed);

export const action = commandForms(feedForms);

export const clientAction = keepTyped;

const schema = addStockFeed.omit({ SupplierId: true });

export default function AddFeed() {
  const { supplier, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.supplier(supplier.id)}${search}`;
  return (
    <Dialog title={heading} closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={schema}
        values={{ Name: "", Address: "", UserName: "", SignIn: "password", Password: "", Every: "60" }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={feedLabels}
        scope="feed"
      >
        <FeedFields />
      </CommandForm>
    </Dialog>
  );
}
