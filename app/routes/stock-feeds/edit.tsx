import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { YesNoField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { feedForms, loadFeed } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";
import { updateStockFeed } from "#contract/stock-feeds/schema.ts";
import { FeedFields, feedLabels } from "./parts/feed-fields.tsx";

const heading = "Edit Feed";

export const meta = () => title(heading);

export const loader = screenFor(stockFeeds.update, loadFeed);

export const action = commandForms(feedForms);

export const clientAction = keepTyped;

const schema = updateStockFeed.omit({ FeedId: true });

export default function EditFeed() {
  const { feed, shown, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.feed(feed.supplierId, feed.id)}${search}`;
  return (
    <Dialog title={heading} closeTo={parent}>
      <CommandForm
        intent="edit"
        commandId={commandId}
        shown={shown}
        schema={schema}
        values={{
          Name: feed.name,
          Address: feed.address,
          UserName: feed.userName,
          SignIn: feed.publicKey === null ? "password" : "key",
          Password: "",
          Every: String(feed.every),
          IsPaused: String(feed.isPaused),
        }}
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={feedLabels}
        scope="feed"
      >
        <FeedFields feed={feed} />
        <YesNoField name="IsPaused" label={feedLabels.IsPaused} hint="A paused feed is read only by Run Now." />
      </CommandForm>
    </Dialog>
  );
}
