import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField } from "#app/components/form/fields.tsx";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { updateMarketplaceBasis } from "#contract/marketplaces/schema.ts";
import { AgreedAlready } from "./agreed-already.tsx";

const schema = updateMarketplaceBasis.omit({ MarketplaceId: true });
const labels = { AgentFrom: "Agent of its suppliers from" };

export default function BasisForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
  const { agentFrom } = page.marketplace;
  return (
    <CommandForm
      intent="basis"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={{ AgentFrom: agentFrom ?? "" }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <p className="col-span-2 small:col-span-1">
        A marketplace that buys from its suppliers creates their tax invoices. One that sells in their names, as their
        agent, may not: it issues tax invoices for its own commission and charges, and remits the proceeds.
      </p>
      <AgreedAlready count={page.marketplace.agreedCount} what="the changed agreement" />
      <TextField
        name="AgentFrom"
        label={labels.AgentFrom}
        type="date"
        hint="The first day of the orders that are sold like this. Leave it empty if the marketplace buys what it sells. Orders that have been placed stay as they were sold, so the day cannot be moved across them."
        isWide
      />
    </CommandForm>
  );
}
