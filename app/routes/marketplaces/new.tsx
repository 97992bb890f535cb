import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { IdentityFields, identityLabels } from "#app/routes/marketplaces/parts/identity-fields.tsx";
import { commandForms, newCommandId } from "#app/services/forms/command-form.server.ts";
import { newMarketplaceForms } from "#app/services/marketplaces/marketplaces.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { addMarketplaceForm } from "#contract/marketplaces/schema.ts";

export const meta = () => title("Add Marketplace");

export const loader = screenFor(marketplaces.add, async () => ({ commandId: newCommandId() }));

export const action = commandForms(newMarketplaceForms);

export const clientAction = keepTyped;

export default function AddMarketplace() {
  const { commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const parent = `${paths.marketplaces()}${search}`;
  return (
    <Dialog title="Add Marketplace" closeTo={parent}>
      <CommandForm
        intent="add"
        commandId={commandId}
        schema={addMarketplaceForm}
        values={{ Name: "", LegalName: "", Abn: "", OrderNumberPrefix: "", AskedAbn: "" }}
        submit="Add"
        busy="Saving..."
        cancelTo={parent}
        labels={identityLabels}
      >
        <IdentityFields />
      </CommandForm>
    </Dialog>
  );
}
