import { useLoaderData } from "@remix-run/react";
import { Confirm } from "#app/components/dialog/confirm.tsx";
import { countOf } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { linkForms, loadLink } from "#app/services/suppliers/marketplaces.server.ts";

export const meta = () => title("Disable Marketplace");

export const loader = screen(loadLink);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

export default function DisableSupplierMarketplace() {
  const { supplier, link, commandId } = useLoaderData<typeof loader>();
  const products =
    link.productCount === 0 ? "" : ` and its ${link.productCount ? countOf(link.productCount, "product") : "products"}`;
  return (
    <Confirm
      intent="disable"
      commandId={commandId}
      title="Disable Marketplace"
      label="Disable"
      parent={paths.supplier(supplier.id)}
    >
      This removes {supplier.name}
      {products} from {link.marketplaceName}. To enable it again, the supplier has to agree to the terms again and all
      products have to be approved again. Are you sure you wish to continue?
    </Confirm>
  );
}
