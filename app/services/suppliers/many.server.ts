/** Changes many suppliers at once, and sends emails to them. */
import type { ListOption } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths } from "#app/lib/paths.ts";
import type { CommandForm } from "#app/services/forms/command-form.server.ts";
import { asOption } from "#app/services/forms/pickers.server.ts";
import { choice, type ManyKind, manyKind, manyPage } from "#app/services/pages/many.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import type { InputOf } from "#contract/operation.ts";
import { pickerPageSize } from "#contract/paging.ts";
import { can } from "#contract/permissions.ts";
import { exclusive, times } from "#contract/rules/money.ts";
import { supplierMail } from "#contract/suppliers/many.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import {
  checkSupplierGst,
  marketplaceDefaults,
  supplierMarketplaceForm,
  supplierMessages,
} from "#contract/suppliers/schema.ts";
import { users } from "#contract/users/operations.ts";
import { supplierListRules } from "./import.server.ts";

type Change = InputOf<typeof suppliers.previewMany>["Change"];

async function activeMarketplaces(context: RequestContext): Promise<ListOption[]> {
  const { items } = await context.api(marketplaces.list, {
    pageSize: pickerPageSize,
    includeTotalCount: false,
    sortFieldName: "name",
  });
  return items.filter(({ isDisabled }) => !isDisabled).map(asOption);
}

const marketplace = choice("Marketplace", "Please choose a marketplace.", activeMarketplaces);
const { CommissionRate, ReferralCostPerClickCharge } = supplierMarketplaceForm.shape;

const kinds: Record<Change["Kind"], ManyKind<Change>> = {
  offer: manyKind({
    label: "Agreement: send to agree",
    warning:
      "Each supplier gets a new agreement, which it has to agree to. This cannot be undone; an agreement can be disabled instead.",
    fields: {
      onMarketplace: marketplace,
      commission: {
        label: "Commission rate in percent",
        kind: "decimal",
        hint: "From 0 to 99.",
        schema: CommissionRate,
        initial: times(marketplaceDefaults.commissionRate, 100).toFixed(2),
      },
      referralCost: {
        label: "Referral cost per click in dollars inc GST",
        kind: "decimal",
        hint: "Empty: no referrals.",
        schema: ReferralCostPerClickCharge,
      },
    },
    change: async ({ onMarketplace, commission, referralCost }): Promise<Change> => ({
      Kind: "offer",
      MarketplaceId: onMarketplace,
      CommissionRate: commission,
      ReferralCostPerClickCharge: exclusive(referralCost, (await configuration()).gstRate),
    }),
  }),
  disable: manyKind({
    label: "Agreement: disable",
    isDangerous: true,
    warning: "The products of these suppliers are taken from the marketplace.",
    fields: { onMarketplace: marketplace },
    change: ({ onMarketplace }): Change => ({ Kind: "disable", MarketplaceId: onMarketplace }),
  }),
  enable: manyKind({
    label: "Agreement: enable",
    warning:
      "Each supplier has to agree again, and its products await approval. This cannot be undone; an agreement can be disabled instead.",
    fields: { onMarketplace: marketplace },
    change: ({ onMarketplace }): Change => ({ Kind: "enable", MarketplaceId: onMarketplace }),
  }),
  gst: manyKind({
    label: "GST registration",
    warning:
      "Whoever applies this vouches for every one of these suppliers. The first day of a registration is entered on a supplier's own page, or with the workbook. This cannot be undone; record it again instead.",
    isOffered: async (context) => can(await permissionsOf(context), users.update),
    fields: {
      registered: {
        label: "Registered for GST",
        kind: "select",
        options: async () => [
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
          { value: "unknown", label: "Not checked" },
        ],
        schema: checkSupplierGst.shape.Registered,
      },
    },
    change: ({ registered }): Change => ({ Kind: "gst", Registered: registered }),
  }),
  mail: manyKind({
    label: "Send an email",
    warning: "An email that has been sent cannot be undone. It goes to each contact for orders.",
    fields: {},
    change: (): Change => ({ Kind: "mail" }),
  }),
};

export const manySuppliers = manyPage({
  noun: "supplier",
  list: { path: paths.suppliers(), operation: suppliers.list, rules: () => supplierListRules },
  progress: manyPaths.supplierProgress,
  preview: suppliers.previewMany,
  operation: suppliers.changeMany,
  kinds,
  notSaved: supplierMessages.notSaved,
});

export const manySupplierForms: Record<string, CommandForm> = {
  ...manySuppliers.forms,
  mail: manySuppliers.applying(supplierMail, (typed) => typed),
};
