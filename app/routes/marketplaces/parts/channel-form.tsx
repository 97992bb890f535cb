import { CommandForm } from "#app/components/form/command-form.tsx";
import { SelectField, TextField } from "#app/components/form/fields.tsx";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { channelNames, updateMarketplaceChannel } from "#contract/marketplaces/schema.ts";

const schema = updateMarketplaceChannel.omit({ MarketplaceId: true });
const labels = {
  Channel: "Channel",
  WebhookUrl: "Webhook address",
  WebhookSecret: "Webhook secret",
  ShopUrl: "Shop address",
  ShopKey: "Consumer key (WooCommerce)",
  ShopSecret: "Consumer secret (WooCommerce) or access token (Shopify)",
  ShopClientSecret: "Client secret of the app (Shopify)",
};
const options = Object.entries(channelNames).map(([value, label]) => ({ value, label }));
const keepsCurrent = "Leave it empty to keep the current one.";

export default function ChannelForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
  const { channel, webhookUrl, hasWebhookSecret, shop } = page.marketplace;
  return (
    <CommandForm
      intent="channel"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={{
        Channel: channel,
        WebhookUrl: webhookUrl ?? "",
        WebhookSecret: "",
        ShopUrl: shop?.url ?? "",
        ShopKey: shop?.key ?? "",
        ShopSecret: "",
        ShopClientSecret: "",
      }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <SelectField
        name="Channel"
        label={labels.Channel}
        hint="The built-in channel accepts every complete product. A webhook receives what is listed. A shop also sends its orders here, and is told about shipments."
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
        hint={`At least 16 characters.${hasWebhookSecret ? ` ${keepsCurrent}` : ""}`}
        type="password"
        autoComplete="new-password"
        isWide
      />
      <ShopFields secretHint={shop ? keepsCurrent : undefined} />
    </CommandForm>
  );
}

/** The address of a shop, and the secrets with which its API is called. */
function ShopFields({ secretHint }: { secretHint: string | undefined }) {
  return (
    <>
      <TextField
        name="ShopUrl"
        label={labels.ShopUrl}
        hint="For example https://shop.example, or name.myshopify.com."
        inputMode="url"
        autoComplete="off"
        isWide
      />
      <TextField name="ShopKey" label={labels.ShopKey} autoComplete="off" isWide />
      <TextField
        name="ShopSecret"
        label={labels.ShopSecret}
        hint={secretHint}
        type="password"
        autoComplete="new-password"
        isWide
      />
      <TextField
        name="ShopClientSecret"
        label={labels.ShopClientSecret}
        hint={secretHint}
        type="password"
        autoComplete="new-password"
        isWide
      />
    </>
  );
}
