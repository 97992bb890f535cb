import { productTypes } from "@contract/product-types/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadNewProductType, newProductTypeForms } from "~/services/product-types.server";
import { screenFor } from "~/services/route.server";
import { ProductTypeForm } from "./form";

export const meta = () => title("Add Product Type");

export const loader = screenFor(productTypes.add, loadNewProductType);

export const action = commandForms(newProductTypeForms);

export const clientAction = keepTyped;

export default function AddProductType() {
  const { parents, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.productTypes()}${search}`;
  return (
    <Dialog title="Add Product Type" closeTo={parent}>
      <ProductTypeForm intent="add" submit="Add" commandId={commandId} parents={parents} cancelTo={parent} />
    </Dialog>
  );
}
