import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { linkForms, loadLink } from "#app/services/suppliers/marketplaces.server.ts";

export const meta = () => title("Enable Marketplace");

export const loader = screen(loadLink);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

export default function EnableSupplierMarketplace() {
  const { supplier, link, commandId } = useLoaderData<typeof loader>();
  const products = countOf(link.productCount, "product");
  return (
    <Confirm
      intent="enable"
      commandId={commandId}
      title="Enable Marketplace"
      label="Enable"
      parent={paths.supplier(supplier.id)}
    >
      {supplier.name} has to agree to the terms of {link.marketplaceName} again, and its products ({products}) will wait
      for approval again. Are you sure you wish to continue?
    </Confirm>
  );
}
