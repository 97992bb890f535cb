import { useLoaderData, useLocation } from "@remix-run/react";
import { dayFilters, dayShortcuts } from "#app/components/days/day-filters.ts";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedDelivery, loadDeliveries } from "#app/services/deliveries/deliveries.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import { StatePill } from "./parts/state-pill.tsx";

export const meta = () => title("Deliveries");

export const loader = screenFor(deliveries.list, loadDeliveries);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function listOf({ days }: Data): List<ListedDelivery> {
  return {
    title: "Deliveries",
    path: paths.deliveries(),
    noun: "deliveries",
    filters: [
      { kind: "select", name: "state", label: "State", any: "(Any)" },
      { kind: "select", name: "marketplaceId", label: "Marketplace", any: "(Any)" },
      { kind: "select", name: "event", label: "Event", any: "(Any)" },
      ...dayFilters,
    ],
    shortcuts: dayShortcuts("Happened", days),
    columns: [
      {
        heading: "Event",
        isFixed: true,
        cell: (row, link) => <RowLink to={link(paths.delivery(row.id))}>{row.eventName}</RowLink>,
      },
      { heading: "About", cell: (row) => <span className="[overflow-wrap:anywhere]">{row.about ?? "–"}</span> },
      { heading: "Happened", sort: "createdDate", cell: (row) => row.createdAt },
      { heading: "Marketplace", sort: "marketplaceName", cell: (row) => row.marketplaceName, isHiddenWhenSmall: true },
      { heading: "State", cell: (row) => <StatePill delivery={row} /> },
      { heading: "Attempts", sort: "attempts", cell: (row) => row.attempts, isNumeric: true, isHiddenWhenSmall: true },
      { heading: "Answer", cell: (row) => row.answer ?? "–", isNumeric: true, isHiddenWhenSmall: true },
    ],
    rowId: (row) => row.id,
  };
}

export default function Deliveries() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = data.may.sendFailed && (
    <Link to={`${paths.sendFailedDeliveries()}${search}`} className="button" preventScrollReset>
      Send All that Failed
    </Link>
  );
  return <ListScreen list={listOf} data={data} actions={actions} />;
}
