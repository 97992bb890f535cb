import { products } from "@contract/products/operations.ts";
import { Outlet, useLoaderData } from "@remix-run/react";
import { keepTyped } from "~/lib/keep-typed";
import { commandForms } from "~/services/command-form.server";
import { type GeneralPage, generalForms, loadGeneral } from "~/services/product-general.server";
import { screenFor } from "~/services/route.server";
import { GeneralCard } from "./general-card";
import { ProductFrame, productHandle, productTitle } from "./product-frame";

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
      <Outlet />
    </ProductFrame>
  );
}
