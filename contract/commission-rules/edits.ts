/** A commission rule in the fields of the command that changes it. */
import type { CommissionConditions, CommissionTerms } from "#contract/rules/commission.ts";

/** `UpdateCommissionRule` */
export const commissionRuleDetails = (rule: CommissionConditions & CommissionTerms & { name: string }) => ({
  Name: rule.name,
  MarketplaceId: rule.marketplaceId,
  SupplierId: rule.supplierId,
  ProductTypeId: rule.productTypeId,
  PriceFrom: rule.priceFrom,
  PriceTo: rule.priceTo,
  FromDay: rule.fromDay,
  UntilDay: rule.untilDay,
  Rate: rule.rate,
  FixedAmount: rule.fixedAmount,
  FixedPer: rule.fixedPer,
  Minimum: rule.minimum,
  Maximum: rule.maximum,
  OnShipping: rule.onShipping,
});
