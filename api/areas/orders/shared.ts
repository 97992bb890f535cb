/** Shared by orders that users enter and orders that shops place. */
import { defaultOrderNumberPrefix } from "#contract/marketplaces/schema.ts";

/** The columns of a given ship-by day; without a day, it is counted in handling days. */
export const given = (shipBy: string | null | undefined) => ({
  shipBy: shipBy ?? null,
  shipByIsGiven: shipBy != null,
});

/** Begins the names of orders of a marketplace. */
export const namePrefix = (prefix: string | undefined): string => prefix || defaultOrderNumberPrefix;
