import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { updateMarketplaceChannel } from "#contract/marketplaces/schema.ts";

const schema = updateMarketplaceChannel.omit({ MarketplaceId: true });
const labels = { Channel: "Channel", WebhookUrl: "Webhook address", WebhookSecret: "Webhook secret" };
const options = [
  { value: "builtIn", label: "Built-in" },
  { value: "webhook", label: "Webhook" },
];

export default function ChannelForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
  const { channel, webhookUrl, hasWebhookSecret } = page.marketplace;
  return (
    <CommandForm
      intent="channel"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={{ Channel: channel, WebhookUrl: webhookUrl ?? "", WebhookSecret: "" }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <SelectField
        name="Channel"
        label={labels.Channel}
        hint="The built-in channel accepts every complete product. A webhook receives what is listed."
        options={options}
        isWide
      />
      <TextField
        name="WebhookUrl"
        label={labels.WebhookUrl}
        hint="Begins with https://."
        inputMode="url"
        autoComplete="off"
        isWide
      />
      <TextField
        name="WebhookSecret"
        label={labels.WebhookSecret}
        hint={`At least 16 characters.${hasWebhookSecret ? " Leave it empty to keep the current one." : ""}`}
        type="password"
        autoComplete="new-password"
        isWide
      />
    </CommandForm>
  );
}
