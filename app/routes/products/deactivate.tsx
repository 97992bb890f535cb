import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { deactivateForms, loadProductToChange } from "#app/services/products/products.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

export const meta = () => title("Deactivate Product");

export const loader = screenFor(products.get, async (context) => (await loadProductToChange(context)).head);

export const action = commandForms(deactivateForms);

export const clientAction = keepTyped;

export default function DeactivateProduct() {
  const { id, name, commandId } = useLoaderData<typeof loader>();
  return (
    <Confirm
      intent="deactivate"
      commandId={commandId}
      title="Deactivate Product"
      label="Deactivate"
      parent={paths.product(id)}
    >
      <p className="mb-2">“{name}” will be unavailable on all marketplaces. Are you sure you wish to continue?</p>
      <p>Activate makes it available again on the marketplaces that approved it.</p>
    </Confirm>
  );
}
