import type { ShopKeys } from "#api/areas/shops/shop.ts";

/** The keys of a shop without a database. */
export function keysInMemory(): ShopKeys & { all: Map<string, string> } {
  const all = new Map<string, string>();
  const name = (kind: string, ownId: string | number) => `${kind} ${ownId}`;
  return {
    all,
    get: async (kind, ownId) => all.get(name(kind, ownId)),
    set: async (kind, ownId, shopId) => void all.set(name(kind, ownId), shopId),
    claim: async (kind, ownId, shopId) => {
      const key = name(kind, ownId);
      all.set(key, all.get(key) ?? shopId);
      return all.get(key) as string;
    },
    remove: async (kind, ownId) => void all.delete(name(kind, ownId)),
  };
}
