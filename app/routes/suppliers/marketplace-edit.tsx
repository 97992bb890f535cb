import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import {
  MarketplaceTerms,
  marketplaceLabels,
  marketplaceValues,
} from "#app/routes/suppliers/parts/marketplace-fields.tsx";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screen } from "#app/services/request/route.server.ts";
import { linkForms, loadLink } from "#app/services/suppliers/marketplaces.server.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { inclusive } from "#contract/rules/money.ts";
import { supplierMarketplaceForm } from "#contract/suppliers/schema.ts";

export const meta = () => title("Edit Marketplace");

export const loader = screen(loadLink);

export const action = commandForms(linkForms);

export const clientAction = keepTyped;

const schema = supplierMarketplaceForm.omit({ MarketplaceId: true });

const consequence: Record<number, string> = {
  [SupplierMarketplaceStatus.pending]: "Any change creates a new agreement for the supplier to review.",
  [SupplierMarketplaceStatus.active]:
    "Any change ends the current agreement: the status is pending until the supplier agrees to the new one.",
  [SupplierMarketplaceStatus.disabled]: "The new agreement is created when this marketplace is enabled again.",
};

export default function EditSupplierMarketplace() {
  const { supplier, link, shown, gstRate, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.supplier(supplier.id)}${search}`;
  return (
    <Dialog title="Edit Marketplace" closeTo={parent}>
      <p className="mb-3">
        {supplier.name} on {link.marketplaceName}. {consequence[link.status]}
      </p>
      <CommandForm
        intent="edit"
        commandId={commandId}
        shown={shown}
        schema={schema}
        values={marketplaceValues(link.commissionRate, inclusive(link.referralCostPerClickCharge, gstRate))}
        submit="Save"
        busy="Saving..."
        cancelTo={parent}
        labels={marketplaceLabels}
      >
        <MarketplaceTerms />
      </CommandForm>
    </Dialog>
  );
}
