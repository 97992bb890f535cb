import { useLoaderData } from "@remix-run/react";
import { ChooseRecord } from "#app/components/chosen/choose-record.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import type { RecordChoices } from "#app/lib/list-state.ts";
import { title } from "#app/lib/title.ts";
import { loadProductChoices } from "#app/services/orders/orders.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

const heading = "Choose a product";

export const meta = () => title(heading);

export const loader = screenFor(products.list, loadProductChoices);

export const handle: BreadcrumbHandle<RecordChoices> = {
  breadcrumb: ({ back }) => ({ list: { label: "Orders", path: back }, label: heading }),
};

export default function ChooseProduct() {
  return (
    <ChooseRecord
      page={useLoaderData<typeof loader>()}
      title={heading}
      sub="The list then shows only orders with this product."
      noun="products"
      by="Name or SKU"
    />
  );
}
