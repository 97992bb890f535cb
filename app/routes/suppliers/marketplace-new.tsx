import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { choose } from "#app/components/form/choose.ts";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField } from "#app/components/form/fields.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import {
  MarketplaceTerms,
  marketplaceLabels,
  newMarketplaceValues,
} from "#app/routes/suppliers/parts/marketplace-fields.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { linkForms, loadNewLink } from "#app/services/suppliers/marketplaces.server.ts";
import { supplierMarketplaceForm } from "#contract/suppliers/schema.ts";

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
