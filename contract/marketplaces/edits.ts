/** A marketplace in the fields of the commands that change it, to compare what a form shows with the current record. */
import type { ManagedMarketplace } from "./schema.ts";

/** `UpdateMarketplaceDetails` */
export const marketplaceDetails = (
  marketplace: Pick<
    ManagedMarketplace,
    "name" | "legalName" | "abn" | "orderNumberPrefix" | "logoId" | "takesApplications"
  >,
) => ({
  Name: marketplace.name,
  LegalName: marketplace.legalName,
  Abn: marketplace.abn,
  OrderNumberPrefix: marketplace.orderNumberPrefix,
  LogoId: marketplace.logoId,
  TakesApplications: marketplace.takesApplications,
});

/** `UpdateMarketplaceAddress` */
export const marketplaceAddress = (addressId: string | null | undefined) => ({ BusinessAddressId: addressId });

/** `UpdateMarketplaceClauses` */
export const marketplaceClauses = (clauses: string) => ({ Clauses: clauses });

/** `UpdateMarketplaceBasis` */
export const marketplaceBasis = (agentFrom: string | null | undefined) => ({ AgentFrom: agentFrom ?? null });

/** `UpdateMarketplaceChannel`. Secrets are not shown, and so never in conflict. */
export const marketplaceChannel = ({
  channel,
  webhookUrl,
  shop,
}: Pick<ManagedMarketplace, "channel" | "webhookUrl"> & {
  shop?: Pick<NonNullable<ManagedMarketplace["shop"]>, "url" | "key"> | null | undefined;
}) => ({
  Channel: channel,
  WebhookUrl: webhookUrl,
  ShopUrl: shop?.url,
  ShopKey: shop?.key,
});

/** `UpdateProductFeed` */
export const marketplaceFeed = ({
  feed,
}: {
  feed?: Pick<NonNullable<ManagedMarketplace["feed"]>, "isOn" | "productLink"> | null | undefined;
}) => ({
  IsOn: feed?.isOn ?? false,
  ProductLink: feed?.productLink ?? "",
});
