import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField, YesNoField } from "#app/components/form/fields.tsx";
import { RecordField } from "#app/components/form/record-field.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { SkuQuestion, skuQuestionLabel } from "#app/routes/products/parts/sku-question.tsx";
import { TaxClassField, taxClassFieldLabel } from "#app/routes/products/parts/tax-class-field.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { addForms, loadNewProduct } from "#app/services/products/list.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { addProductForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";

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
  TaxClass: taxClassFieldLabel,
  RecommendedRetailPrice: "Recommended retail price",
};

export default function AddProduct() {
  const { suppliers, productTypes, taxClasses, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.products()}${search}`;
  const only = suppliers.options?.length === 1 ? suppliers.options[0]?.value : undefined;
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
          TaxClass: "",
          RecommendedRetailPrice: "",
        }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
        <RecordField name="SupplierId" label={labels.SupplierId} isWide picker={suppliers} />
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
        {taxClasses && <TaxClassField options={taxClasses} />}
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
