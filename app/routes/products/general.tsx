import { products } from "@contract/products/operations.ts";
import { Outlet, useLoaderData } from "@remix-run/react";
import { keepTyped } from "~/lib/keep-typed";
import { commandForms } from "~/services/command-form.server";
import { headForms, loadProduct } from "~/services/products.server";
import { screenFor } from "~/services/route.server";
import { ProductFrame, productHandle, productTitle } from "./product-frame";

export const meta = ({ data }: { data?: Awaited<ReturnType<typeof loadProduct>> }) => productTitle(data);

export const handle = productHandle;

export const loader = screenFor(products.get, async (call) => {
  const { head } = await loadProduct(call);
  return { head };
});

export const action = commandForms(headForms);

export const clientAction = keepTyped;

export default function ProductGeneral() {
  const { head } = useLoaderData<typeof loader>();
  return (
    <ProductFrame head={head}>
      <Outlet />
    </ProductFrame>
  );
}
