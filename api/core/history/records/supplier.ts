import { sql } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import {
  charges,
  monthlyCharges,
  stockFeeds,
  supplierInvitations,
  supplierMarketplaces,
  supplierPayments,
  suppliers,
  supplierUsers,
} from "#api/core/database/schema/index.ts";
import { supplierMarketplaceStatuses, supplierPermissions } from "#contract/enumerations.ts";
import { chargeKindNames } from "#contract/rules/charge.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";
import { storedSupplierFields } from "#contract/suppliers/fields.ts";
import { bank, choice, field, namedIn, recordedFields, ref } from "../fields.ts";
import { type RecordWithHistory, recorded } from "../recorded.ts";

export const supplierHistory = {
  table: suppliers,
  id: suppliers.id,
  name: sql`${suppliers.name}`,
  permission: "suppliers.view",
  visible: (caller) => visibleTo(caller, suppliers.id),
  tables: {
    suppliers: recorded(suppliers, {
      record: "supplier",
      id: suppliers.id,
      omits: {
        "are secrets": ["carrierKeySealed", "unsealedCarrierKey"],
        "say when and by whom recorded columns were changed": [
          "bankDetailsChangedAt",
          "bankDetailsChangedBy",
          "carrierKeySetAt",
          "carrierKeySetBy",
        ],
      },
      isNoSecret: { "is four characters of a key, which the page shows": ["carrierKeyEnding"] },
      fields: {
        ...recordedFields(storedSupplierFields),
        gstCheckedAt: field("GST registration checked", "moment"),
        gstCheckedBy: ref("GST registration checked by", "user"),
        bankDetailsVerifiedAt: bank("Bank details verified", "moment"),
        bankDetailsVerifiedBy: bank("Bank details verified by", { ref: "user" }),
        carrierKeyEnding: field("Shippit key ends with"),
      },
    }),
    supplierMarketplaces: recorded(supplierMarketplaces, {
      record: "supplier",
      id: supplierMarketplaces.supplierId,
      part: "Marketplace",
      namedBy: { column: "marketplaceId", ref: "marketplace" },
      fields: {
        status: choice("Status", supplierMarketplaceStatuses),
        commissionRate: field("Commission", "fraction"),
        referralCostPerClick: field("Referral cost per click", "priceExGst"),
        agreedAt: field("Agreed", "moment"),
        agreedBy: ref("Agreed by", "user"),
        agreementFileId: ref("Agreement", "file"),
      },
    }),
    supplierUsers: recorded(supplierUsers, {
      record: "supplier",
      id: supplierUsers.supplierId,
      part: "Person",
      namedBy: { column: "userId", ref: "user" },
      seenBy: "users",
      fields: { permissions: field("Permissions", { bits: supplierPermissions }) },
    }),
    supplierInvitations: recorded(supplierInvitations, {
      record: "supplier",
      id: supplierInvitations.supplierId,
      omits: { "is a secret": ["tokenDigest"], "follows from when it was sent": ["expiresAt"] },
      part: "Invitation",
      namedBy: { column: "email" },
      seenBy: "users",
      fields: { email: field("Email"), permissions: field("Permissions", { bits: supplierPermissions }) },
    }),
    stockFeeds: recorded(stockFeeds, {
      record: "supplier",
      id: stockFeeds.supplierId,
      omits: {
        "is a secret": ["password"],
        "never change": ["callerId", "createdBy"],
        "say how files are read, which the imports show": ["source", "titles"],
        "are states of background work": [
          "digest",
          "etag",
          "lastModified",
          "rows",
          "readAt",
          "nextReadAt",
          "claimedUntil",
          "problem",
          "failures",
        ],
      },
      isNoSecret: { "is the fingerprint of a public key": ["hostKey"], "is a public key": ["publicKey"] },
      part: "Feed",
      namedBy: { column: "name" },
      seenBy: "feeds",
      fields: {
        name: field("Name"),
        address: field("Address"),
        userName: field("User name"),
        publicKey: field("Key of the feed"),
        hostKey: field("Key of the server"),
        every: field("Every (minutes)", "number"),
        isPaused: field("Paused", "yesNo"),
      },
    }),
    charges: recorded(charges, {
      record: "supplier",
      id: charges.supplierId,
      omits: {
        "are the time and the author of the change": ["enteredAt", "enteredBy", "withdrawnBy"],
        "says where it comes from, and never changes": ["monthlyChargeId"],
        "is in the history of the invoice": ["invoiceId"],
      },
      part: "Charge",
      namedBy: { column: "description" },
      seenBy: "operators",
      fields: {
        marketplaceId: ref("Marketplace", "marketplace"),
        kind: choice("Kind", namedIn(chargeKindNames)),
        description: field("Description"),
        day: field("Day", "day"),
        exTax: field("Amount ex GST", "dollars"),
        tax: field("GST", "dollars"),
        taxClass: choice("Tax class", namedIn(taxClassNames)),
        reference: field("Reference"),
        withdrawnAt: field("Withdrawn", "moment"),
        withdrawalReason: field("Reason"),
      },
    }),
    monthlyCharges: recorded(monthlyCharges, {
      record: "supplier",
      id: monthlyCharges.supplierId,
      omits: {
        "are the time and the author of the change": ["enteredAt", "enteredBy", "endedBy"],
        "is a state of background work": ["nextDay"],
      },
      part: "Monthly charge",
      namedBy: { column: "description" },
      seenBy: "operators",
      fields: {
        marketplaceId: ref("Marketplace", "marketplace"),
        kind: choice("Kind", namedIn(chargeKindNames)),
        description: field("Description"),
        firstDay: field("First day", "day"),
        lastDay: field("Last day", "day"),
        exTax: field("Amount ex GST", "dollars"),
        tax: field("GST", "dollars"),
        taxClass: choice("Tax class", namedIn(taxClassNames)),
        endedAt: field("Ended", "moment"),
      },
    }),
    supplierPayments: recorded(supplierPayments, {
      record: "supplier",
      id: supplierPayments.supplierId,
      omits: {
        "are copies of the bank details and addresses at that time": [
          "bsb",
          "accountNumber",
          "accountName",
          "bankDetailsChangedAt",
          "adviceTo",
        ],
        "is the place in a file": ["position"],
        "are the time and the author of the change": ["returnedAt", "returnedBy"],
        "are in the history of the invoices": ["formerInvoices"],
      },
      part: "Payment",
      seenBy: "bank",
      fields: {
        amount: field("Amount", "dollars"),
        reference: field("Reference"),
        returnedOn: field("Came back", "day"),
        returnReason: field("Reason"),
      },
    }),
  },
} satisfies RecordWithHistory;
