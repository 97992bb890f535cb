import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Detail, Details } from "#app/components/layout/details.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { Poll } from "#app/components/layout/poll.tsx";
import { integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { type FeedPage, feedForms, loadFeed, type ShownFeed } from "#app/services/stock-feeds/stock-feeds.server.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";

export const meta = ({ data }: { data?: FeedPage }) => title(data?.feed.name ?? "Feed");

export const handle: BreadcrumbHandle<FeedPage> = {
  breadcrumb: ({ feed }) => ({
    list: { label: feed.supplierName, path: paths.supplier(feed.supplierId) },
    label: feed.name,
  }),
};

export const loader = screenFor(stockFeeds.get, loadFeed);

export const action = commandForms(feedForms);

export const clientAction = keepTyped;

export default function Feed() {
  const { feed, commandId } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  // Without scripts the page is loaded again, which would empty the form of a dialog.
  const isDialogOpen = pathname !== paths.feed(feed.supplierId, feed.id);
  const columnsPath = `${paths.feedColumns(feed.supplierId, feed.id)}${search}`;
  return (
    <>
      {feed.isBusy && !isDialogOpen && <Poll />}
      <Heading title={feed.name} sub={`Feed of ${feed.supplierName} · ${feed.isBusy ? "Being read" : feed.state}`}>
        <Link
          to={`${paths.removeFeed(feed.supplierId, feed.id)}${search}`}
          className="button button-danger"
          preventScrollReset
        >
          Remove
        </Link>
        {feed.isAssigned && feed.canAssign && (
          <Link to={columnsPath} className="button">
            Change Columns
          </Link>
        )}
        <CommandButton
          intent="run"
          commandId={commandId}
          label="Run Now"
          busy="Starting..."
          look={feed.isAssigned ? "primary" : "plain"}
        />
      </Heading>
      <Next feed={feed} columnsPath={columnsPath} />
      <FeedCard feed={feed} />
      <Card title="Runs">
        <Runs feed={feed} />
      </Card>
      <Outlet />
    </>
  );
}

function FeedCard({ feed }: { feed: ShownFeed }) {
  const { search } = useLocation();
  return (
    <Card
      title="Feed"
      action={
        <Link
          to={`${paths.editFeed(feed.supplierId, feed.id)}${search}`}
          className="button"
          preventScrollReset
          aria-label="Edit Feed"
        >
          Edit
        </Link>
      }
    >
      <Details>
        <Detail term="Address" isWide>
          {feed.address}
        </Detail>
        <Detail term="User name">{feed.userName}</Detail>
        <Detail term="Password">{feed.hasPassword ? "Stored" : "None"}</Detail>
        {feed.publicKey && (
          <Detail term="Key of the feed" isWide>
            {feed.publicKey}
          </Detail>
        )}
        {feed.hostKey && (
          <Detail term="Key of the server" isWide>
            {feed.hostKey}
          </Detail>
        )}
        <Detail term="Read">{feed.schedule}</Detail>
        <Detail term="Next">{feed.nextRead}</Detail>
        <Detail term="Last read">{feed.read}</Detail>
      </Details>
    </Card>
  );
}

/** The next step for a user before the feed continues. */
function Next({ feed, columnsPath }: { feed: ShownFeed; columnsPath: string }) {
  const held = feed.runs[0]?.outcome === "held" ? feed.runs[0] : undefined;
  return (
    <>
      {feed.problem && (
        <p role="status" className="card px-4 py-2.5 text-danger [overflow-wrap:anywhere]">
          {feed.problem}
        </p>
      )}
      {!feed.isAssigned && feed.canAssign && (
        <p role="status" className="card px-4 py-2.5">
          The file has been received. Say what its columns mean:{" "}
          <Link to={columnsPath} className="link">
            Assign Columns
          </Link>
        </p>
      )}
      {held && (
        <p role="status" className="card px-4 py-2.5">
          The last file was not imported by itself. {held.problem}{" "}
          {held.processId && (
            <Link to={paths.productsImport(held.processId)} className="link">
              Look at it, and apply it if it is right
            </Link>
          )}
        </p>
      )}
    </>
  );
}

const columns = [
  { heading: "Started" },
  { heading: "Outcome" },
  { heading: "Rows", isNumber: true },
  { heading: "Changed", isNumber: true },
  { heading: "Refused", isNumber: true },
];

function Runs({ feed }: { feed: ShownFeed }) {
  if (feed.runs.length === 0)
    return (
      <p className="text-muted">Nothing has been imported yet. A file that has not changed is not imported again.</p>
    );
  return (
    <CardTable columns={columns} label="Runs">
      {feed.runs.map((run) => (
        <tr key={run.id}>
          <td className="whitespace-nowrap">
            {run.processId ? (
              <Link to={paths.productsImport(run.processId)} className="link">
                {run.started}
              </Link>
            ) : (
              run.started
            )}
          </td>
          <td className="min-w-48">
            {run.outcomeName}
            {run.problem && <span className="block text-muted">{run.problem}</span>}
          </td>
          <td className="text-right">{integer(run.rows)}</td>
          <td className="text-right">{run.changed === null ? "–" : integer(run.changed)}</td>
          <td className="text-right">{run.refused === null ? "–" : integer(run.refused)}</td>
        </tr>
      ))}
    </CardTable>
  );
}
