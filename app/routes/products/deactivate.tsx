import { products } from "@contract/products/operations.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { deactivateForms, loadProductToChange } from "~/services/products.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Deactivate Product");

export const loader = screenFor(products.get, async (call) => (await loadProductToChange(call)).head);

export const action = commandForms(deactivateForms);

export const clientAction = keepTyped;

export default function DeactivateProduct() {
  const { id, name, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Product"
      label="Deactivate"
      busy="Working..."
      parent={`${paths.product(id)}${search}`}
    >
      <p className="mb-2">“{name}” will be unavailable on all marketplaces. Are you sure you wish to continue?</p>
      <p>Activate makes it available again on the marketplaces that approved it.</p>
    </Confirm>
  );
}
