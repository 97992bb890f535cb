/** A marketplace in the fields of the commands that change it, to compare what a form shows with the current record. */
import type { ManagedMarketplace } from "./schema.ts";

/** `UpdateMarketplaceDetails` */
export const marketplaceDetails = (
  marketplace: Pick<ManagedMarketplace, "name" | "legalName" | "abn" | "orderNumberPrefix" | "logoId">,
) => ({
  Name: marketplace.name,
  LegalName: marketplace.legalName,
  Abn: marketplace.abn,
  OrderNumberPrefix: marketplace.orderNumberPrefix,
  LogoId: marketplace.logoId,
});

/** `UpdateMarketplaceAddress` */
export const marketplaceAddress = (addressId: string | null | undefined) => ({ BusinessAddressId: addressId });

/** `UpdateMarketplaceClauses` */
export const marketplaceClauses = (clauses: string) => ({ Clauses: clauses });

/** `UpdateMarketplaceChannel`. The secret is not shown, and so never in conflict. */
export const marketplaceChannel = ({ webhookUrl }: Pick<ManagedMarketplace, "webhookUrl">) => ({
  Channel: webhookUrl ? "webhook" : "builtIn",
  WebhookUrl: webhookUrl,
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
