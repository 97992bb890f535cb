import { addProductForm } from "@contract/products/forms.ts";
import { products } from "@contract/products/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { choose } from "~/components/form/choose";
import { CommandForm } from "~/components/form/command-form";
import { SelectField, TextField, YesNoField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { addForms, loadNewProduct } from "~/services/product-list.server";
import { screenFor } from "~/services/route.server";
import { SkuQuestion, skuQuestionLabel } from "./sku-question";

export const meta = () => title("Add Product");

export const loader = screenFor(products.add, loadNewProduct);

export const action = commandForms(addForms);

export const clientAction = keepTyped;

const labels = {
  Name: "Name",
  SupplierId: "Supplier",
  ProductTypeId: "Product type",
  HasVariants: "Has variations",
  ExternalSku: "SKU",
  SkuIsShared: skuQuestionLabel,
  RecommendedRetailPrice: "Recommended retail price",
};

export default function AddProduct() {
  const { suppliers, productTypes, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.products()}${search}`;
  const only = suppliers.length === 1 ? suppliers[0]?.value : undefined;
  return (
    <Dialog title="Add Product" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={addProductForm}
        values={{
          Name: "",
          SupplierId: only ?? "",
          ProductTypeId: "",
          HasVariants: "false",
          ExternalSku: "",
          SkuIsShared: [],
          RecommendedRetailPrice: "",
        }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
        <SelectField name="SupplierId" label={labels.SupplierId} isWide options={[choose, ...suppliers]} />
        <SelectField name="ProductTypeId" label={labels.ProductTypeId} isWide options={[choose, ...productTypes]} />
        <YesNoField
          name="HasVariants"
          label={labels.HasVariants}
          hint="Colours, sizes and the like, each with its own SKU."
        />
        <TextField
          name="ExternalSku"
          label={labels.ExternalSku}
          hint="Not needed when it has variations."
          autoComplete="off"
        />
        <SkuQuestion />
        <TextField
          name="RecommendedRetailPrice"
          label={labels.RecommendedRetailPrice}
          suffix="$ inc GST"
          inputMode="decimal"
          autoComplete="off"
        />
      </CommandForm>
    </Dialog>
  );
}
