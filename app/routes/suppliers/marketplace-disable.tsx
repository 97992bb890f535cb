import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { countOf } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { linkForms, loadLink } from "~/services/supplier-marketplaces.server";

export const meta = () => title("Disable Marketplace");

export const loader = screen(loadLink);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

export default function DisableSupplierMarketplace() {
  const { supplier, link, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const products =
    link.productCount === 0 ? "" : ` and its ${link.productCount ? countOf(link.productCount, "product") : "products"}`;
  return (
    <Confirm
      intent="disable"
      commandId={commandId}
      title="Disable Marketplace"
      label="Disable"
      busy="Working..."
      parent={`${paths.supplier(supplier.id)}${search}`}
    >
      This removes {supplier.name}
      {products} from {link.marketplaceName}. To enable it again, the supplier has to agree to the terms again and all
      products have to be approved again. Are you sure you wish to continue?
    </Confirm>
  );
}
