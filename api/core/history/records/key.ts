import { sql } from "drizzle-orm";
import { keys } from "#api/core/database/schema/index.ts";
import { keyScopeNames } from "#contract/keys/scopes.ts";
import { choice, field, namedIn, ref } from "../fields.ts";
import { isOperator, type RecordWithHistory, recorded } from "../recorded.ts";

export const keyHistory = {
  table: keys,
  id: keys.id,
  name: sql`${keys.name}`,
  permission: "keys.edit",
  visible: isOperator,
  tables: {
    keys: recorded(keys, {
      record: "key",
      id: keys.id,
      omits: {
        "are parts of the secret": ["secretDigest", "secretStart"],
        "say by whom recorded columns were changed": ["createdBy", "revokedBy"],
        "change with every call": ["lastUsedAt", "minuteAt", "calls"],
      },
      fields: {
        name: field("Name"),
        scopes: choice("Scopes", namedIn(keyScopeNames)),
        marketplaceId: ref("Marketplace", "marketplace"),
        supplierId: ref("Supplier", "supplier"),
        endsAt: field("Ends", "moment"),
        revokedAt: field("Revoked", "moment"),
      },
    }),
  },
} satisfies RecordWithHistory;
