/** Translates an order of a shop into one that is placed here. */
import { z } from "zod";
import { placeOrder } from "#contract/orders/placing.ts";
import { add, taxPair } from "#contract/rules/money.ts";
import { type ShopLine, type ShopOrder, ShopRefusal } from "./shop.ts";

const longest = { name: 100, phone: 25, productName: 500, sku: 255, option: 255, notes: 1_000 } as const;
const mostOptions = 50;
const cut = (value: string, max: number) => value.trim().slice(0, max);

/** The number of pieces at one price. */
interface Part {
  quantity: number;
  /** Cents inc GST for each piece. */
  cents: number;
}

/**
 * Divides a line whose total is not a multiple of its quantity, such as 3 pieces for $20.00 after a discount: items here
 * have one price for all of their pieces, in whole cents.
 */
export function partsOf({ quantity, total }: Pick<ShopLine, "quantity" | "total">): Part[] {
  const cents = Math.round(total * 100);
  const low = Math.floor(cents / quantity);
  const dearer = cents - low * quantity;
  return [
    { quantity: quantity - dearer, cents: low },
    { quantity: dearer, cents: low + 1 },
  ].filter((part) => part.quantity > 0);
}

export interface ToPlace {
  /** For `PlaceOrder`. */
  input: z.output<typeof placeOrder>;
  /** The shop's own key of each of the lines. */
  lineIds: string[];
}

/**
 * @param gstRate as a fraction
 * @throws ShopRefusal with all reasons why it cannot be placed
 */
export function orderToPlace(marketplaceId: number, order: ShopOrder, gstRate: number): ToPlace {
  if (!order.address) throw new ShopRefusal("It has no delivery address.");
  const lines = order.lines
    .filter(({ quantity }) => quantity > 0)
    .flatMap((line) => partsOf(line).map((part) => ({ line, part })));
  const read = placeOrder.safeParse({
    MarketplaceId: marketplaceId,
    MarketplaceOrderId: order.number,
    OrderDate: order.orderedAt,
    Currency: order.currency,
    ...customerOf(order),
    ShippingAddress: addressFor(order.address),
    OrderNotes: cut(order.notes, longest.notes),
    ShippingIncTax: order.shipping,
    TotalIncTax: order.total,
    Lines: lines.map(({ line, part }) => ({
      Sku: cut(line.sku, longest.sku),
      MarketplaceSku: cut(line.marketplaceSku, longest.sku),
      ProductName: cut(line.name, longest.productName),
      Quantity: part.quantity,
      ...priceOf(line, part, gstRate),
      Options: line.options
        .map(({ name, value }) => ({ Name: cut(name, longest.option), Value: cut(value, longest.option) }))
        .filter(({ Name, Value }) => Name !== "" && Value !== "")
        .slice(0, mostOptions),
    })),
  });
  if (!read.success) throw new ShopRefusal(problemsIn(read.error));
  return { input: read.data, lineIds: lines.map(({ line }) => line.id) };
}

/** The shop decides whether goods were sold with GST. Where it calculates no taxes, the class of the product does. */
function priceOf({ gst }: ShopLine, { cents }: Part, gstRate: number) {
  const price = cents / 100;
  if (gst === null || cents === 0) return { PriceIncTax: price };
  const { exTax, tax } = taxPair(price, gst === 0 ? 0 : gstRate);
  return { PriceExTax: exTax, PriceTax: tax };
}

function customerOf({ customer }: ShopOrder) {
  const [first, surname] = [cut(customer.firstName, longest.name), cut(customer.surname, longest.name)];
  const company = cut(customer.company, longest.name);
  return {
    CustomerFirstName: first || surname || company || "Customer",
    CustomerSurname: (first && surname) || "–",
    CustomerEmail: z.email().max(256).safeParse(customer.email).data ?? "",
    CustomerPhoneNumber: cut(customer.phone, longest.phone),
    CompanyName: company,
  };
}

const addressFor = (address: NonNullable<ShopOrder["address"]>) => ({ unitNumber: "", ...address });

/** The messages of all fields, with their names. */
function problemsIn(error: z.ZodError): string {
  const problems = error.issues.map(({ path, message }) => `${path.join(".") || "Order"}: ${message}`);
  return problems.slice(0, 10).join(" ");
}

/**
 * Returns the parts of an order that must not change after it was taken, for comparison. Without the SKU, because shops
 * show the one that a product has now. Shipping is noted like a line without a key.
 */
export const contentOf = ({ lines, shipping }: Pick<ShopOrder, "lines" | "shipping">): string =>
  JSON.stringify([...lines.map(({ id, quantity, total }) => [id, quantity, total]), ["", 1, shipping]]);

const content = z.array(z.tuple([z.string(), z.number(), z.number()]));
/** Dollars: what the rounding of a shop's taxes may move between lines, which earlier versions did otherwise. */
const mostRounding = 0.02;

/** Whether two contents are the same, apart from cents of rounding. Earlier versions did not note the shipping. */
export function isSameContent(one: string, other: string): boolean {
  if (one === other) return true;
  let [lines, others] = [one, other].map((text) => content.safeParse(parsedJson(text)).data);
  const haveShipping = [lines, others].every((noted) => noted?.some(([id]) => id === ""));
  if (!haveShipping) [lines, others] = [lines, others].map((noted) => noted?.filter(([id]) => id !== ""));
  return (
    lines !== undefined &&
    lines.length === others?.length &&
    lines.every(([id, quantity, total], index) => {
      const [otherId, otherQuantity, otherTotal = 0] = others[index] ?? [];
      return id === otherId && quantity === otherQuantity && Math.abs(add(total, -otherTotal)) <= mostRounding;
    })
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
