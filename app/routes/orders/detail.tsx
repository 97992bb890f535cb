import { orders } from "@contract/orders/operations.ts";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Heading } from "~/components/layout/heading";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { afterRefusals } from "~/lib/revalidate";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadOrder, type OrderPage } from "~/services/order.server";
import { orderForms } from "~/services/order-forms.server";
import { screenFor } from "~/services/route.server";
import { DetailsCard } from "./details-card";
import { ProductsCard } from "./products-card";
import { ShipmentsCard } from "./shipments-card";

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
      <Heading title={page.order.name} />
      <DetailsCard page={page} />
      <ProductsCard page={page} />
      <ShipmentsCard shipments={page.shipments} />
      <Outlet />
    </>
  );
}
