/** Translates refunds. */
import type { ShopOrder, ShopRefund } from "../shop.ts";
import { centsOf, divided, dollars } from "./order-translation.ts";
import { metaOf, type WooRefund } from "./schema.ts";

/** The rest of a line, or of shipping, after the earlier refunds. */
interface Left {
  lineId: string;
  quantity: number;
  cents: number;
}

type Ordered = Pick<ShopOrder, "lines" | "shipping">;

/**
 * The shop's staff may enter an amount without saying for what. It is taken from the lines in proportion to what is left
 * of them, and then from shipping. If nothing is left of the order afterwards, its pieces are not wanted, either.
 * Refunded fees are left out, like fees themselves.
 * @param isWhole the shop calls the order refunded
 */
export function translatedRefunds(order: Ordered, refunds: readonly WooRefund[], isWhole: boolean): ShopRefund[] {
  const lines = order.lines.map(({ id, quantity, total }): Left => ({ lineId: id, quantity, cents: cents(total) }));
  const left = { lines, shipping: cents(order.shipping) };
  const oldestFirst = [...refunds].sort((a, b) => Number(a.id) - Number(b.id));
  return oldestFirst.map((refund, index) =>
    translatedRefund(refund, left, isWhole && index === oldestFirst.length - 1),
  );
}

const cents = (amount: number) => Math.round(amount * 100);
const totalOf = (parts: readonly { cents: number }[]) => parts.reduce((sum, part) => sum + part.cents, 0);

function translatedRefund(refund: WooRefund, left: { lines: Left[]; shipping: number }, isLast: boolean): ShopRefund {
  const named = namedLines(refund);
  let shipping = Math.abs(centsOf(refund.shipping_lines));
  const fees = Math.abs(centsOf(refund.fee_lines));
  const unnamed = cents(Math.abs(refund.amount)) - totalOf(named) - shipping - fees;
  take(left.lines, named);
  left.shipping -= shipping;
  const spread = unnamed > 0 ? spreadOver(left.lines, unnamed) : [];
  take(left.lines, spread);
  const further = Math.max(Math.min(unnamed - totalOf(spread), left.shipping), 0);
  shipping += further;
  left.shipping -= further;
  const rest = isLast && named.length === 0 ? left.lines.map((line) => ({ ...line, cents: 0 })) : [];
  take(left.lines, rest);
  if (unnamed < 0) reduce(named, -unnamed);
  return {
    id: refund.id,
    reason: refund.reason,
    lines: merged([...named, ...spread, ...rest]).map(({ cents: total, ...line }) => ({
      ...line,
      total: dollars(total),
    })),
    shipping: dollars(shipping),
  };
}

/** A refund's own lines are negative, and say which line of the order they belong to. */
function namedLines({ line_items }: WooRefund): Left[] {
  return line_items.flatMap((item) => {
    const lineId = metaOf(item, "_refunded_item_id");
    const line = { quantity: Math.abs(item.quantity), cents: Math.abs(centsOf([item])) };
    return lineId === undefined || (line.quantity === 0 && line.cents === 0)
      ? []
      : [{ lineId: String(lineId), ...line }];
  });
}

function spreadOver(lines: readonly Left[], amount: number): Left[] {
  const all = totalOf(lines);
  const shared = Math.min(amount, all);
  if (shared <= 0) return [];
  const parts = divided(
    shared,
    lines.map((line) => (line.cents / all) * shared),
  );
  return lines.map(({ lineId }, index) => ({ lineId, quantity: 0, cents: parts[index] ?? 0 }));
}

function take(lines: readonly Left[], taken: readonly Left[]): void {
  for (const { lineId, quantity, cents } of taken) {
    const line = lines.find((each) => each.lineId === lineId);
    if (!line) continue;
    line.quantity = Math.max(line.quantity - quantity, 0);
    line.cents = Math.max(line.cents - cents, 0);
  }
}

/** The customer got less than the lines say, such as after a charge for sending goods back. */
function reduce(lines: readonly Left[], by: number): void {
  let left = by;
  for (const line of [...lines].reverse()) {
    const own = Math.min(left, line.cents);
    line.cents -= own;
    left -= own;
  }
}

function merged(lines: readonly Left[]): Left[] {
  const byId = new Map<string, Left>();
  for (const { lineId, quantity, cents } of lines) {
    const before = byId.get(lineId) ?? { lineId, quantity: 0, cents: 0 };
    byId.set(lineId, { lineId, quantity: before.quantity + quantity, cents: before.cents + cents });
  }
  return [...byId.values()].filter(({ quantity, cents }) => quantity > 0 || cents > 0);
}
