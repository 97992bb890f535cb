import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextField, YesNoField } from "#app/components/form/fields.tsx";
import type { MarketplacePage } from "#app/services/marketplaces/marketplaces.server.ts";
import { updateMarketplaceFeed } from "#contract/marketplaces/schema.ts";

const schema = updateMarketplaceFeed.omit({ MarketplaceId: true });
const labels = { IsOn: "Product feed", ProductLink: "Address of a product in the shop" };

export default function FeedForm({ page, cancelTo }: { page: MarketplacePage; cancelTo: string }) {
  const { feed } = page.marketplace;
  return (
    <CommandForm
      intent="feed"
      commandId={page.commandId}
      shown={page.shown}
      schema={schema}
      values={{ IsOn: String(feed?.isOn ?? false), ProductLink: feed?.productLink ?? "" }}
      submit="Save"
      busy="Saving..."
      cancelTo={cancelTo}
      labels={labels}
    >
      <YesNoField
        name="IsOn"
        label={labels.IsOn}
        hint="Who knows the address of the feed can read all products that are listed here."
        isWide
      />
      <TextField
        name="ProductLink"
        label={labels.ProductLink}
        hint="With {sku} or {id} in place of the product's own, for example https://shop.example/p/{sku}."
        inputMode="url"
        autoComplete="off"
        isWide
      />
    </CommandForm>
  );
}
