import { useLoaderData, useLocation } from "@remix-run/react";
import { Confirm } from "~/components/dialog/confirm";
import { countOf } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { linkForms, loadLink } from "~/services/supplier-marketplaces.server";

export const meta = () => title("Enable Marketplace");

export const loader = screen(loadLink);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

export default function EnableSupplierMarketplace() {
  const { supplier, link, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const products = countOf(link.productCount, "product");
  return (
    <Confirm
      intent="enable"
      commandId={commandId}
      title="Enable Marketplace"
      label="Enable"
      busy="Working..."
      parent={`${paths.supplier(supplier.id)}${search}`}
    >
      {supplier.name} has to agree to the terms of {link.marketplaceName} again, and its products ({products}) will wait
      for approval again. Are you sure you wish to continue?
    </Confirm>
  );
}
