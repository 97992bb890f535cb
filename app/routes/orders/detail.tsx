import { Outlet, useLoaderData } from "@remix-run/react";
import { DiscussionCard } from "#app/components/discussion/discussion-card.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { HistoryLink } from "#app/components/layout/history-link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { afterRefusals } from "#app/lib/revalidate.ts";
import { title } from "#app/lib/title.ts";
import { DetailsCard } from "#app/routes/orders/parts/details-card.tsx";
import { ProductsCard } from "#app/routes/orders/parts/products-card.tsx";
import { ShipmentsCard } from "#app/routes/orders/parts/shipments-card.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { orderForms } from "#app/services/orders/forms.server.ts";
import { loadOrder, type OrderPage } from "#app/services/orders/order.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { orders } from "#contract/orders/operations.ts";

export const meta = ({ data }: { data?: OrderPage }) => title(data?.order.name ?? "Order");

export const handle: BreadcrumbHandle<OrderPage> = {
  breadcrumb: ({ order }) => ({ list: { label: "Orders", path: paths.orders() }, label: order.name, rowId: order.id }),
};

export const loader = screenFor(orders.get, loadOrder);

export const action = commandForms(orderForms);

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

export default function OrderDetail() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={page.order.name}>
        <HistoryLink record="order" id={page.order.id} />
      </Heading>
      <DetailsCard page={page} />
      <ProductsCard page={page} />
      <ShipmentsCard shipments={page.shipments} />
      <DiscussionCard discussion={page.discussion} />
      <Outlet />
    </>
  );
}
