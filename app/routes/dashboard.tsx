import { Form, type MetaFunction, useLoaderData } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { DayBars } from "#app/components/text/day-bars.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { EarningsCard } from "#app/routes/suppliers/parts/earnings-card.tsx";
import { loadHome } from "#app/services/home/home.server.ts";
import { screen } from "#app/services/request/route.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data === null ? "Coming Soon..." : "Home");

export const loader = screen(loadHome);

type Data = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>>;

export default function Dashboard() {
  const data = useLoaderData<typeof loader>();
  if (data === null) return <Heading title="Coming Soon..." />;
  return (
    <>
      <Heading title="Home" />
      <Waiting lines={data.waiting} />
      {data.earnings && <Earnings {...data.earnings} />}
      {data.moved && <Moved {...data.moved} />}
      <StartPage startsHere={data.startsHere} />
    </>
  );
}

/** Of the user's own suppliers. */
function Earnings({ suppliers, more }: NonNullable<Data["earnings"]>) {
  const isOne = suppliers.length === 1 && more === 0;
  return (
    <>
      {suppliers.map((each) => (
        <EarningsCard
          key={each.supplierId}
          title={isOne ? "Earnings" : `Earnings of ${each.supplierName}`}
          earnings={each}
        />
      ))}
      {more > 0 && (
        <p className="mb-3.5 text-muted">
          The earnings of {integer(more)} more of your suppliers are on their <Link to={paths.suppliers()}>pages</Link>.
        </p>
      )}
    </>
  );
}

/** Chooses the page that opens after signing in, for this browser. */
function StartPage({ startsHere }: { startsHere: boolean }) {
  return (
    <Form
      method="post"
      action={paths.startPage()}
      reloadDocument
      className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 text-muted"
    >
      <input type="hidden" name="back" value={paths.dashboard()} />
      <input type="hidden" name="startsWithHome" value={startsHere ? "off" : "on"} />
      <span>In this browser you start with {startsHere ? "this page" : "Suppliers"} after signing in.</span>
      <button type="submit" className="button">
        {startsHere ? "Start with Suppliers" : "Start with this page"}
      </button>
    </Form>
  );
}

/** Each link opens a list with as many records as it says. */
function Waiting({ lines }: { lines: Data["waiting"] }) {
  return (
    <Card title="Waiting for you">
      {lines.length === 0 ? (
        <p>Nothing is waiting for you.</p>
      ) : (
        <ul className="-mx-4 -my-3.5 divide-y divide-line">
          {lines.map(({ to, count, isMore, what, parts }) => (
            <li key={to}>
              <Link
                to={to}
                className="flex items-baseline gap-3 px-4 py-2 no-underline hover:bg-sunken coarse:py-3 [overflow-wrap:anywhere]"
              >
                <strong className="min-w-14 shrink-0 text-right text-md">
                  {integer(count)}
                  {isMore && "+"}
                </strong>{" "}
                <span className="text-accent underline underline-offset-2">{what}</span>
              </Link>
              {parts.length > 1 && (
                <ul
                  aria-label={`${integer(count)} ${what}, by marketplace`}
                  className="flex flex-wrap gap-x-4 gap-y-1 pb-2 pl-[5.25rem] pr-4 text-sm coarse:gap-y-3 coarse:pb-3"
                >
                  {parts.map((part) => (
                    <li key={part.to}>
                      <Link to={part.to} className="link inline-block min-h-7">
                        {integer(part.count)} {part.what}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const columns = [
  { heading: "Day" },
  { heading: "Orders", isNumber: true },
  { heading: "Sales", isNumber: true },
  { heading: "Commission", isNumber: true },
  { heading: "Shipments sent late", isNumber: true },
];

function Moved({ days, total, suppliers, products }: NonNullable<Data["moved"]>) {
  return (
    <>
      <Card title="The last 30 days">
        <div className="grid grid-cols-2 gap-x-6 gap-y-4 small:grid-cols-1">
          <DayBars title="Orders" total={integer(total.orders)} values={days.map((day) => day.orders)} />
          <DayBars title="Sales inc GST" total={dollars(total.sales)} values={days.map((day) => day.sales)} />
          <DayBars
            title="Commission inc GST"
            total={dollars(total.commission)}
            values={days.map((day) => day.commission)}
          />
          <DayBars
            title="Shipments sent late"
            total={integer(total.lateShipments)}
            values={days.map((day) => day.lateShipments)}
          />
        </div>
        <details className="mt-3">
          <summary className="link">The figures of each day</summary>
          <div className="mt-5 pb-3.5">
            <CardTable columns={columns} label="The figures of each day">
              {[...days].reverse().map(({ day, ...figures }) => (
                <tr key={day}>
                  <td className="whitespace-nowrap">{day}</td>
                  <td className="text-right">{integer(figures.orders)}</td>
                  <td className="text-right">{dollars(figures.sales)}</td>
                  <td className="text-right">{dollars(figures.commission)}</td>
                  <td className="text-right">{integer(figures.lateShipments)}</td>
                </tr>
              ))}
            </CardTable>
          </div>
        </details>
      </Card>
      <Most
        title="Suppliers that sold most in 30 days, inc GST"
        lines={suppliers.map((each) => ({ ...each, figure: dollars(each.sales) }))}
      />
      <Most
        title="Products that sold most in 30 days"
        lines={products.map((each) => ({ ...each, figure: `${integer(each.quantity)} sold` }))}
      />
    </>
  );
}

function Most({ title, lines }: { title: string; lines: { name: string; to: string; figure: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="-mx-4 -my-3.5 divide-y divide-line">
        {lines.map(({ name, to, figure }) => (
          <li key={to} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 [overflow-wrap:anywhere]">
            <Link to={to}>{name}</Link>
            <span>{figure}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
