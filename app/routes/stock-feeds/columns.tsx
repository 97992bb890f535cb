import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { SourceFileForm } from "#app/routes/products/parts/source-file-form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { feedForms, loadFeedColumns } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";

const heading = "Assign columns";

export const meta = () => title(heading);

type Page = Awaited<ReturnType<typeof loadFeedColumns>>;

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: ({ feed }) => ({
    list: { label: feed.name, path: paths.feed(feed.supplierId, feed.id) },
    label: heading,
  }),
};

export const loader = screenFor(stockFeeds.columns, loadFeedColumns);

export const action = commandForms(feedForms, { maxFields: 1_000 });

export const clientAction = keepTyped;

export default function FeedColumns() {
  const page = useLoaderData<typeof loader>();
  const { file, feed, shown } = page;
  const { search } = useLocation();
  return (
    <>
      <Heading
        title={heading}
        sub={`${feed.name}: ${file.fileName}, ${countOf(file.rows, "row")}. This is kept for the feed, and every new file is imported with it.`}
      />
      <Card title="Import">
        <SourceFileForm
          page={page}
          intent="columns"
          submit="Save and Run"
          busy="Saving..."
          cancelTo={`${paths.feed(feed.supplierId, feed.id)}${search}`}
          shown={shown}
          hasSupplier
        />
      </Card>
    </>
  );
}
