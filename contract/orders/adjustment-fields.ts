/** The amounts that the form of an adjustment suggests, as its fields. */
import { amountsFor, commissionFor, type LineFigures } from "#contract/rules/adjustment.ts";

/** Returns nothing while the quantity is not a number yet. */
export function amountFields(item: LineFigures, quantity: number | undefined): Record<string, string> {
  if (quantity === undefined || !Number.isInteger(quantity)) return {};
  const { purchase, shipping, commission } = amountsFor(item, quantity);
  return {
    PurchaseAmountExTaxAdjustment: purchase.toFixed(2),
    CommissionAmountExTaxAdjustment: commission.toFixed(2),
    ShippingAmountExTaxAdjustment: shipping.toFixed(2),
    WorkedOutFor: String(quantity),
  };
}

/** The commission that goes with typed amounts of the purchase and of the shipping. */
export function commissionField(
  item: LineFigures,
  purchase: number | undefined,
  shipping: number | undefined,
): Record<string, string> {
  if (purchase === undefined) return {};
  return {
    CommissionAmountExTaxAdjustment: commissionFor(item, { purchase, shipping: shipping ?? 0 }).toFixed(2),
  };
}
