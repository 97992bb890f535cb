import { products } from "@contract/products/operations.ts";
import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "~/lib/keep-typed";
import { commandForms } from "~/services/command-form.server";
import { loadMarketplaces, type MarketplacesPage, marketplaceForms } from "~/services/product-marketplaces.server";
import { screenFor } from "~/services/route.server";
import { AssignmentsCard } from "./assignments-card";
import { ProductFrame, productHandle, productTitle } from "./product-frame";

export const meta = ({ data }: { data?: MarketplacesPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadMarketplaces);

export const action = commandForms(marketplaceForms);

export const clientAction = keepTyped;

export default function ProductMarketplaces() {
  const page = useLoaderData<typeof loader>();
  return (
    <ProductFrame head={page.head}>
      <AssignmentsCard page={page} />
    </ProductFrame>
  );
}
