import { sql } from "drizzle-orm";
import { categories, categoryGroups, marketplaces, shops } from "#api/core/database/schema/index.ts";
import { shopKindNames } from "#contract/marketplaces/shops.ts";
import { choice, field, namedIn, ref } from "../fields.ts";
import { isOperator, type RecordWithHistory, recorded } from "../recorded.ts";

export const marketplaceHistory = {
  table: marketplaces,
  id: marketplaces.id,
  name: sql`${marketplaces.name}`,
  permission: "marketplaces.view",
  visible: isOperator,
  tables: {
    marketplaces: recorded(marketplaces, {
      record: "marketplace",
      id: marketplaces.id,
      omits: {
        "are secrets": ["webhookSecret", "feedNonce"],
        "says by whom a recorded column was changed": ["webhookSecretSetBy"],
      },
      isNoSecret: { "is a time": ["webhookSecretSetAt"] },
      fields: {
        name: field("Name"),
        legalName: field("Legal name"),
        abn: field("ABN"),
        orderNumberPrefix: field("Prefix of order numbers"),
        terms: field("Terms"),
        logoId: ref("Logo", "file"),
        businessAddressId: ref("Business address", "address"),
        isDisabled: field("Deactivated", "yesNo"),
        takesApplications: field("Takes applications", "yesNo"),
        agentFrom: field("Agent of its suppliers from", "day"),
        webhookUrl: field("Webhook"),
        webhookSecretSetAt: field("Secret of the webhook set", "moment"),
        feedProductLink: field("Address of a product in the shop"),
      },
    }),
    shops: recorded(shops, {
      record: "marketplace",
      id: shops.marketplaceId,
      omits: {
        "are secrets": ["key", "secrets"],
        "says by whom a recorded column was changed": ["secretsSetBy"],
        "never changes": ["callerId"],
        "are states of background work": [
          "aheadMs",
          "readUntil",
          "nextReadAt",
          "readAt",
          "callsResumedAt",
          "problem",
          "failingSince",
          "toldAt",
        ],
      },
      isNoSecret: { "is a time": ["secretsSetAt"] },
      part: "Shop",
      namedBy: { column: "url" },
      fields: {
        kind: choice("Kind", namedIn(shopKindNames)),
        url: field("Address"),
        secretsSetAt: field("Keys set", "moment"),
        connectedAt: field("Connected", "moment"),
      },
    }),
    categoryGroups: recorded(categoryGroups, {
      record: "marketplace",
      id: categoryGroups.marketplaceId,
      part: "Group of categories",
      namedBy: { column: "name" },
      fields: { name: field("Name") },
    }),
    categories: recorded(categories, {
      record: "marketplace",
      id: categoryGroups.marketplaceId,
      through: "groupId",
      part: "Category",
      namedBy: { column: "id", ref: "category" },
      fields: { name: field("Name"), externalId: field("External id") },
    }),
  },
} satisfies RecordWithHistory;
