import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { maxClauses, updateMarketplaceClauses } from "#contract/marketplaces/schema.ts";
import { AgreedAlready } from "./agreed-already.tsx";

const schema = updateMarketplaceClauses.omit({ MarketplaceId: true });
const labels = { Clauses: "Clauses" };

export default function ClausesForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
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
      <AgreedAlready count={page.marketplace.agreedCount} what="the changed clauses" />
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
