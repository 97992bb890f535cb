import type { Channel } from "./channel.ts";

/** The channel of marketplaces without a webhook: accepts every complete listing. */
export const builtIn: Channel = {
  async publish({ missing, marketplaceId, productId }) {
    if (missing.length > 0)
      return {
        isAccepted: false,
        reason: `Not published: the product has ${listed(missing.map((part) => `no ${part}`))}.`,
      };
    return { isAccepted: true, marketplaceSku: builtInSku(marketplaceId, productId) };
  },
  async withdraw() {
    return { isAccepted: true };
  },
};

export const builtInSku = (marketplaceId: number, productId: number) =>
  `M${marketplaceId}-${String(productId).padStart(6, "0")}`;

const listed = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
