import { supplierMarketplaceForm } from "@contract/suppliers/schema.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { choose } from "~/components/form/choose";
import { CommandForm } from "~/components/form/command-form";
import { SelectField } from "~/components/form/fields";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { screen } from "~/services/route.server";
import { linkForms, loadNewLink } from "~/services/supplier-marketplaces.server";
import { MarketplaceTerms, marketplaceLabels, newMarketplaceValues } from "./marketplace-fields";

export const meta = () => title("Add Marketplace");

export const loader = screen(loadNewLink);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

export default function AddSupplierMarketplace() {
  const { supplier, marketplaces, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.supplier(supplier.id)}${search}`;
  if (marketplaces.length === 0) {
    return (
      <Dialog title="Add Marketplace" closeTo={parent}>
        <p className="mb-4">This supplier is already on every marketplace.</p>
        <Link to={parent} className="button" preventScrollReset>
          Close
        </Link>
      </Dialog>
    );
  }
  const options = [choose, ...marketplaces.map(({ id, name }) => ({ value: String(id), label: name }))];
  return (
    <Dialog title="Add Marketplace" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={supplierMarketplaceForm}
        values={newMarketplaceValues}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={marketplaceLabels}
      >
        <SelectField name="MarketplaceId" label={marketplaceLabels.MarketplaceId} options={options} isWide />
        <MarketplaceTerms />
      </CommandForm>
    </Dialog>
  );
}
