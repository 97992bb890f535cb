import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { ProductTypeForm } from "#app/routes/product-types/parts/form.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadNewProductType, newProductTypeForms } from "#app/services/product-types/product-types.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";

export const meta = () => title("Add Product Type");

export const loader = screenFor(productTypes.add, loadNewProductType);

export const action = commandForms(newProductTypeForms);

export const clientAction = keepTyped;

export default function AddProductType() {
  const { parents, taxClasses, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.productTypes()}${search}`;
  return (
    <Dialog title="Add Product Type" closeTo={parent}>
      <ProductTypeForm
        intent="add"
        submit="Add"
        commandId={commandId}
        parents={parents}
        taxClasses={taxClasses}
        cancelTo={parent}
      />
    </Dialog>
  );
}
