import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { maxClauses, updateMarketplaceClauses } from "#contract/marketplaces/schema.ts";

const schema = updateMarketplaceClauses.omit({ MarketplaceId: true });
const labels = { Clauses: "Clauses" };

export default function ClausesForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
  const { agreedCount } = page.marketplace;
  return (
    <CommandForm
      intent="clauses"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={{ Clauses: page.clauses.join("\n") }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      {agreedCount > 0 && (
        <p className="col-span-2 small:col-span-1">
          {agreedCount === 1 ? "One supplier has" : `${agreedCount.toLocaleString("en-AU")} suppliers have`} agreed, and
          will be asked to agree to the changed clauses. Until then their products stay listed.
        </p>
      )}
      <TextAreaField
        name="Clauses"
        label={labels.Clauses}
        hint={`One on each line, at most ${maxClauses}.`}
        rows={12}
        isWide
      />
    </CommandForm>
  );
}
