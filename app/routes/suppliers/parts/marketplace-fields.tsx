import { TextField } from "#app/components/form/fields.tsx";
import { times } from "#contract/rules/money.ts";
import { marketplaceDefaults } from "#contract/suppliers/schema.ts";

export const marketplaceLabels = {
  MarketplaceId: "Marketplace",
  CommissionRate: "Commission rate",
  ReferralCostPerClickCharge: "Referral cost per click",
};

/** Returns the input values: percent, and dollars inc GST. */
export function marketplaceValues(commissionRate: number, referralCostIncTax: number | null) {
  return {
    CommissionRate: times(commissionRate, 100).toFixed(2),
    ReferralCostPerClickCharge: referralCostIncTax?.toFixed(2) ?? "",
  };
}

export const newMarketplaceValues = {
  MarketplaceId: "",
  ...marketplaceValues(marketplaceDefaults.commissionRate, marketplaceDefaults.referralCostPerClickIncTax),
};

export function MarketplaceTerms() {
  return (
    <>
      <TextField
        name="CommissionRate"
        label={marketplaceLabels.CommissionRate}
        hint="From 0 to 99"
        suffix="%"
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        name="ReferralCostPerClickCharge"
        label={marketplaceLabels.ReferralCostPerClickCharge}
        hint="Empty: no referrals"
        suffix="$ inc GST"
        inputMode="decimal"
        autoComplete="off"
      />
    </>
  );
}
