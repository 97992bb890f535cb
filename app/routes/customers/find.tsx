import { Outlet, useLoaderData } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { customerPaths } from "#app/lib/customer-paths.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadCustomers } from "#app/services/customers/customers.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { customers } from "#contract/customers/operations.ts";

export const meta = () => title("Personal Data");

export const loader = screenFor(customers.find, loadCustomers);

type Order = ReturnType<typeof useLoaderData<typeof loader>>["orders"][number];

const columns = [
  { heading: "Choose" },
  { heading: "Order" },
  { heading: "Customer" },
  { heading: "Contact" },
  { heading: "Address" },
  { heading: "May be erased" },
];

export default function PersonalData() {
  const { text, problem, orders, isCut } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title="Personal Data" sub="What is known about a customer: find it, hand it over, or erase it." />
      <form action={customerPaths.find()} className="mb-4">
        <label htmlFor="q" className="mb-1 block font-semibold">
          Name, email address or phone number
        </label>
        <div className="flex max-w-xl gap-2">
          <input
            key={text}
            type="search"
            id="q"
            name="q"
            defaultValue={text}
            maxLength={100}
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby="q-hint"
            className="input flex-1"
          />
          <button type="submit" className="button">
            Search
          </button>
        </div>
        <p id="q-hint" className={`mt-1 text-sm ${problem ? "font-semibold text-danger" : "text-muted"}`}>
          {problem ?? "Part of the name, or the whole email address or phone number."}
        </p>
      </form>
      {text !== "" && !problem && orders.length === 0 && (
        <p className="[overflow-wrap:anywhere]">No order has a customer like “{text}”.</p>
      )}
      {orders.length > 0 && <Orders orders={orders} text={text} isCut={isCut} />}
      <Outlet />
    </>
  );
}

/** Sent by the browser itself: the export is a file, and the erasure asks first. */
function Orders({ orders, text, isCut }: { orders: Order[]; text: string; isCut: boolean }) {
  // Orders under a common name belong to several people, whose details nobody may be given by accident.
  const people = new Set(orders.map(({ customerName, email }) => `${customerName} ${email}`.toLowerCase()));
  const isOnePerson = people.size === 1 && !isCut;
  return (
    <form action={customerPaths.erase()}>
      <input type="hidden" name="q" value={text} />
      {isCut && <p className="mb-3.5 text-muted">These are the newest of more orders. Please narrow your search.</p>}
      <Card title="Orders">
        <CardTable columns={columns} label="Found orders">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} isChosen={isOnePerson} />
          ))}
        </CardTable>
      </Card>
      <p className="mb-2 max-w-prose text-sm text-muted">
        Export makes a file to hand over to the customer. The internal records are for you alone: they have commissions,
        messages and the whole history.
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button" formAction={customerPaths.export()}>
          Export
        </button>
        <button type="submit" className="button" formAction={customerPaths.exportInternal()}>
          Export Internal Records
        </button>
        <button type="submit" className="button button-danger">
          Erase
        </button>
      </div>
    </form>
  );
}

function OrderRow({ order, isChosen }: { order: Order; isChosen: boolean }) {
  return (
    <tr className="align-top">
      <td>
        <label className="flex min-h-6 min-w-6 items-center justify-center coarse:min-h-11 coarse:min-w-11">
          <input
            type="checkbox"
            name="ids"
            value={order.id}
            defaultChecked={isChosen}
            aria-label={`Choose order ${order.marketplaceOrderId}`}
          />
        </label>
      </td>
      <td>
        <Link to={paths.order(order.id)} className="link">
          {order.marketplaceOrderId}
        </Link>
        <p className="whitespace-nowrap text-xs text-muted">
          {order.date}, {order.marketplaceName}
        </p>
      </td>
      <td className="[overflow-wrap:anywhere]">
        {order.customerName}
        {order.companyName && <p className="text-xs text-muted">{order.companyName}</p>}
      </td>
      <td className="[overflow-wrap:anywhere]">
        {order.email}
        {order.phoneNumber && <p>{order.phoneNumber}</p>}
      </td>
      <td className="min-w-40">{order.address}</td>
      <td className="min-w-40">{order.whyKept ?? "Yes"}</td>
    </tr>
  );
}
