import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { wayBack, withWayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentPaths } from "#app/lib/payment-paths.ts";
import { title } from "#app/lib/title.ts";
import { type ListedPayment, loadPayments } from "#app/services/invoices/payments.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { invoices } from "#contract/invoices/operations.ts";

const heading = "Payments";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Invoices", path: paths.invoices() }, label: heading }),
};

export const loader = screenFor(invoices.paymentRuns, loadPayments);

const tones = { waiting: "warn", released: "good", cancelled: "plain" } as const;

const list: List<ListedPayment> = {
  title: heading,
  path: paths.payments(),
  noun: "payments",
  filters: [{ kind: "checkbox", name: "toReleaseOnly", label: "To release by me" }],
  columns: [
    {
      heading: "Number",
      isFixed: true,
      cell: (row, link) => <RowLink to={link(paths.payment(row.id))}>{row.number}</RowLink>,
    },
    {
      heading: "Made",
      sort: "madeDate",
      cell: (row) => <span className="whitespace-nowrap small:whitespace-normal">{row.madeDay}</span>,
    },
    { heading: "By", cell: (row) => row.madeBy ?? "–", isHiddenWhenSmall: true },
    {
      heading: "Bank date",
      sort: "bankDate",
      cell: (row) => <span className="whitespace-nowrap small:whitespace-normal">{row.bankDay}</span>,
    },
    { heading: "State", cell: ({ state }) => <Pill tone={tones[state.name]}>{state.label}</Pill> },
    { heading: "Suppliers", cell: (row) => integer(row.suppliers), isNumeric: true, isHiddenWhenSmall: true },
    { heading: "Invoices", cell: (row) => integer(row.invoices), isNumeric: true, isHiddenWhenSmall: true },
    { heading: "Total", sort: "total", cell: (row) => dollars(row.total), isNumeric: true },
  ],
  rowId: (row) => row.id,
};

export default function Payments() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const actions = (
    <>
      <Link to={wayBack(paths.invoices(), search)} className="button">
        Back to the invoices
      </Link>
      {data.may.canPay && (
        <>
          <Link to={`${paymentPaths.returns()}${search}`} className="button" preventScrollReset>
            Returned Payments
          </Link>
          <Link to={withWayBack(paths.newPayment(), search)} className="button button-primary">
            Make Payment
          </Link>
        </>
      )}
    </>
  );
  return <ListScreen list={list} data={data} actions={actions} />;
}
