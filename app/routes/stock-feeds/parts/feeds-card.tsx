import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import type { ShownFeed } from "#app/services/stock-feeds/stock-feeds.server.ts";

const columns = ["Name", "Schedule", "Last read", "State"].map((heading) => ({ heading }));

export function FeedsCard({ supplier, feeds }: { supplier: { id: number; name: string }; feeds: ShownFeed[] }) {
  const { search } = useLocation();
  const add = (
    <Link to={`${paths.newFeed(supplier.id)}${search}`} className="button" preventScrollReset>
      Add Feed
    </Link>
  );
  return (
    <Card title="Feeds" action={add}>
      {feeds.length === 0 ? (
        <p className="text-muted">
          Stock and prices can be read from the supplier's own system, up to every 15 minutes. No feed has been added
          yet.
        </p>
      ) : (
        <CardTable columns={columns} label={`Feeds of ${supplier.name}`}>
          {feeds.map((feed) => (
            <tr key={feed.id}>
              <td className="min-w-36">
                <Link to={`${paths.feed(supplier.id, feed.id)}${search}`} className="link">
                  {feed.name}
                </Link>
              </td>
              <td>{feed.schedule}</td>
              <td>{feed.read}</td>
              <td className="min-w-36">
                {feed.state}
                {feed.problem && <span className="block text-danger [overflow-wrap:anywhere]">{feed.problem}</span>}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Card>
  );
}
