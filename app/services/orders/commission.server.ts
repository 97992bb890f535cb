/** The page that explains the commission of a line item. */

import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";
import type { LineCommission } from "#contract/commission-rules/schema.ts";
import { termsText } from "#contract/rules/commission.ts";
import { add } from "#contract/rules/money.ts";
import { formatPercent } from "#contract/rules/percent.ts";
import { orderId } from "./order.server.ts";

export async function loadCommission(context: RequestContext) {
  const line = await context.api(commissionRules.why, { lineItemId: context.param("lineItemId") });
  if (String(line.orderId) !== orderId(context)) throw missing();
  const { rule, passed, quantity, goods, shipping, commissionExTax, commissionTax } = line;
  return {
    order: { id: line.orderId, name: line.orderName },
    productName: line.productName,
    answer: answerOf(line),
    rules: [
      ...passed.map(({ id, name, why }) => ({ id, name, outcome: why, isDeciding: false })),
      ...(rule ? [{ id: rule.id, name: rule.name, outcome: `Decided: ${termsText(rule)}.`, isDeciding: true }] : []),
    ],
    sums: {
      quantity,
      goods,
      shipping,
      commissionExTax,
      commissionTax,
      commission: add(commissionExTax, commissionTax),
    },
  };
}

function answerOf({ source, rate, rule }: LineCommission): string {
  const percent = formatPercent(rate);
  if (rule) return `The rule “${rule.name}” decided: ${termsText(rule)}. Amounts of rules are ex GST.`;
  if (source === "agreement")
    return `No rule fitted, so the rate of the supplier's agreement applied: ${percent} of the price.`;
  if (source === "default")
    return `There was no agreement or no supplier yet, so the default rate applied: ${percent} of the price.`;
  if (source === "entered")
    return `The rate was entered with the item, so no rule was looked at: ${percent} of the price.`;
  return `The rate is ${percent} of the price. It was not recorded at the time whether it was agreed or entered.`;
}
