import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField, YesNoField } from "#app/components/form/fields.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { SkuQuestion, skuQuestionLabel } from "#app/routes/products/parts/sku-question.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { copyForms, loadCopy } from "#app/services/products/copy.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { copyProductForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Copy Product");

export const loader = screenFor(products.copy, loadCopy);

export const action = commandForms(copyForms);

export const clientAction = keepTyped;

const labels = { Name: "Name", ExternalSku: "SKU", SkuIsShared: skuQuestionLabel, WithVariants: "Copy variations" };

export default function CopyProduct() {
  const { id, name, copyName, hasVariants, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.product(id)}${search}`;
  return (
    <Dialog title="Copy Product" closeTo={parent}>
      <p className="mb-3.5 [overflow-wrap:anywhere]">
        The new product gets everything that describes “{name}”: type, description, prices, dimensions, shipping,
        attributes and images. It has no GTIN, managed stock starts at 0, and marketplaces have to approve it.
      </p>
      <CommandForm
        intent="copy"
        scope="copy"
        commandId={commandId}
        schema={copyProductForm}
        values={{
          Name: copyName,
          ExternalSku: "",
          SkuIsShared: [],
          WithVariants: "true",
          HasVariants: String(hasVariants),
        }}
        submit="Copy"
        busy="Saving..."
        cancelTo={parent}
        labels={labels}
      >
        <input type="hidden" name="HasVariants" value={String(hasVariants)} />
        <TextField name="Name" label={labels.Name} isWide autoComplete="off" />
        <TextField
          name="ExternalSku"
          label={labels.ExternalSku}
          hint={hasVariants ? "Not needed when it has variations." : undefined}
          autoComplete="off"
        />
        <SkuQuestion />
        {hasVariants && (
          <YesNoField name="WithVariants" label={labels.WithVariants} hint="Each needs a SKU of its own afterwards." />
        )}
      </CommandForm>
    </Dialog>
  );
}
