import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { deactivationText } from "#app/routes/product-types/parts/deactivation.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { loadProductType, productTypeForms } from "#app/services/product-types/product-types.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { productTypes } from "#contract/product-types/operations.ts";

export const meta = () => title("Deactivate Product Type");

export const loader = screenFor(productTypes.deactivate, loadProductType);

export const action = commandForms(productTypeForms);

export const clientAction = keepTyped;

export default function DeactivateProductType() {
  const { type, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Product Type"
      label="Deactivate"
      parent={paths.productType(type.id)}
    >
      <p className="mb-2">
        {deactivationText(type.name, type.activeProducts ?? 0)}
        {type.activeProducts ? (
          <>
            {" "}
            <Link to={withParams(paths.products(), { productTypeId: type.id })}>Show its products</Link>
          </>
        ) : null}
      </p>
      <p>The product types below it, and their products, stay as they are.</p>
    </Confirm>
  );
}
