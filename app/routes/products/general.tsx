import { Outlet, useLoaderData } from "@remix-run/react";
import { DiscussionCard } from "#app/components/discussion/discussion-card.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { GeneralCard } from "#app/routes/products/parts/general-card.tsx";
import { ProductFrame, productHandle, productTitle } from "#app/routes/products/parts/product-frame.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { type GeneralPage, generalForms, loadGeneral } from "#app/services/products/general.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = ({ data }: { data?: GeneralPage }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, loadGeneral);

export const action = commandForms(generalForms);

export const clientAction = keepTyped;

export default function ProductGeneral() {
  const page = useLoaderData<typeof loader>();
  return (
    <ProductFrame head={page.head}>
      <GeneralCard page={page} />
      <DiscussionCard discussion={page.discussion} />
      <Outlet />
    </ProductFrame>
  );
}
