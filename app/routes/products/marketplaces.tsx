import { useLoaderData } from "@remix-run/react";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { AssignmentsCard } from "#app/routes/products/parts/assignments-card.tsx";
import { ProductFrame, productHandle, productTitle } from "#app/routes/products/parts/product-frame.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import {
  loadMarketplaces,
  type MarketplacesPage,
  marketplaceForms,
} from "#app/services/products/marketplaces.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

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
