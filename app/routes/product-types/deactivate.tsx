import { productTypes } from "@contract/product-types/operations.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths, withParams } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { loadProductType, productTypeForms } from "~/services/product-types.server";
import { screenFor } from "~/services/route.server";
import { deactivationWords } from "./deactivation";

export const meta = () => title("Deactivate Product Type");

export const loader = screenFor(productTypes.deactivate, loadProductType);

export const action = commandForms(productTypeForms);

export const clientAction = keepTyped;

export default function DeactivateProductType() {
  const { type, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Product Type"
      label="Deactivate"
      busy="Working..."
      parent={`${paths.productType(type.id)}${search}`}
    >
      <p className="mb-2">
        {deactivationWords(type.name, type.activeProducts ?? 0)}
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
