/** A whole order, as the shop of a marketplace places it. */
import { z } from "zod";
import { chosenId, dayText, email, list, optionalText, recordId, text, zonedMoment } from "#contract/fields.ts";
import { addressInput } from "#contract/locations/schema.ts";
import { add, times } from "#contract/rules/money.ts";
import { enterShipBy, notes, orderMessages, price, quantity } from "./schema.ts";

export const maxPlacedLines = 1_000;

const optionalPrice = price.nullish().transform((value) => value ?? null);

interface Price {
  incTax: number | null;
  exTax: number | null;
  tax: number | null;
}

/** Returns the price inc GST; undefined if neither or both of its forms are there. */
function priceIncTax({ incTax, exTax, tax }: Price): number | undefined {
  if (incTax !== null) return exTax === null && tax === null ? incTax : undefined;
  return exTax !== null && tax !== null ? add(exTax, tax) : undefined;
}

export const placedLine = z
  .object({
    /** The supplier's SKU of the product or variant. */
    Sku: optionalText({ max: 255, breaks: "joined" }),
    /** The marketplace's SKU of the product; its variant is found by `Sku`. */
    MarketplaceSku: optionalText({ max: 255, breaks: "joined" }),
    /** As the customer saw it; the product's name if left out. */
    ProductName: optionalText({ max: 500, breaks: "joined" }),
    Quantity: quantity,
    /** Dollars inc GST, per item; or else the pair that follows. */
    PriceIncTax: optionalPrice,
    /** Dollars, per item. */
    PriceExTax: optionalPrice,
    PriceTax: optionalPrice,
    /** Dollars inc GST, for the whole line; or else the pair that follows. Nothing if all are left out. */
    ShippingIncTax: optionalPrice,
    /** Dollars, for the whole line. */
    ShippingExTax: optionalPrice,
    ShippingTax: optionalPrice,
    /** Visible to the customer. */
    OrderNotes: notes(),
    Options: list(
      z.object({ Name: text({ max: 255, breaks: "joined" }), Value: text({ max: 255, breaks: "joined" }) }),
      { max: 50 },
    ).default([]),
  })
  .superRefine((line, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (line.Sku === "" && line.MarketplaceSku === "" && line.ProductName === "")
      wrong("Sku", "Please give a SKU, or the name of what was bought.");
    if (linePrice(line) === undefined)
      wrong("PriceIncTax", "Please give either the price inc GST, or the price ex GST and its GST.");
    if (lineShipping(line) === undefined)
      wrong("ShippingIncTax", "Please give either the shipping inc GST, or the shipping ex GST and its GST.");
  });
export type PlacedLine = z.output<typeof placedLine>;

type Prices = Pick<
  PlacedLine,
  "PriceIncTax" | "PriceExTax" | "PriceTax" | "ShippingIncTax" | "ShippingExTax" | "ShippingTax"
>;

/** Dollars inc GST, per item; undefined if it is ambiguous or missing. */
const linePrice = ({ PriceIncTax, PriceExTax, PriceTax }: Prices): number | undefined =>
  priceIncTax({ incTax: PriceIncTax, exTax: PriceExTax, tax: PriceTax });

const hasShipping = ({ ShippingIncTax, ShippingExTax, ShippingTax }: Prices): boolean =>
  ShippingIncTax !== null || ShippingExTax !== null || ShippingTax !== null;

/** Dollars inc GST, for the whole line; undefined if it is ambiguous. */
const lineShipping = (line: Prices): number | undefined =>
  hasShipping(line)
    ? priceIncTax({ incTax: line.ShippingIncTax, exTax: line.ShippingExTax, tax: line.ShippingTax })
    : 0;

/** Dollars inc GST of all items of a line, without shipping. */
export const lineTotal = (line: Prices & { Quantity: number }): number => times(linePrice(line) ?? 0, line.Quantity);

const requiredLines = "Please give at least one line.";
const tooManyLines = `An order has at most ${maxPlacedLines.toLocaleString("en-AU")} lines.`;

export const placeOrder = z
  .object({
    MarketplaceId: chosenId(orderMessages.marketplace),
    /** The marketplace's number of the order: repeating it repeats the answer. */
    MarketplaceOrderId: text({ max: 50 }),
    /** UTC; the moment of the first call if left out. */
    OrderDate: zonedMoment.nullish().transform((value) => value ?? null),
    /** Amounts are Australian dollars; anything else is refused. */
    Currency: z.literal("AUD", "Amounts must be in Australian dollars (AUD).").default("AUD"),
    CustomerFirstName: text({ max: 100, breaks: "joined" }),
    CustomerSurname: text({ max: 100, breaks: "joined" }),
    CustomerEmail: z.union([z.literal(""), email({ max: 256 })]).default(""),
    CustomerPhoneNumber: optionalText({ max: 25, breaks: "joined" }),
    CompanyName: optionalText({ max: 100, breaks: "joined" }),
    ShippingAddress: addressInput,
    OrderNotes: notes(),
    /** The day on which the order must leave, as `2026-03-02`; counted in handling days if left out. */
    ShipBy: dayText(enterShipBy)
      .nullish()
      .transform((value) => value ?? null),
    /**
     * Dollars inc GST, for the whole order: divided among the lines in proportion to their prices. Only if no line has
     * shipping of its own.
     */
    ShippingIncTax: optionalPrice,
    /** Dollars inc GST that the customer pays, with shipping. If given, the lines must add up to it. */
    TotalIncTax: z
      .number()
      .nullish()
      .transform((value) => value ?? null),
    Lines: list(placedLine, {
      min: 1,
      max: maxPlacedLines,
      required: requiredLines,
      tooMany: tooManyLines,
    }),
  })
  .superRefine((order, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (order.ShippingIncTax !== null && order.Lines.some(hasShipping))
      wrong("ShippingIncTax", "Please give shipping either for the whole order or for its lines, not for both.");
    const sum = orderTotal(order);
    if (order.TotalIncTax !== null && order.TotalIncTax !== sum)
      wrong(
        "TotalIncTax",
        `The total is ${order.TotalIncTax.toFixed(2)}, but the lines and shipping add up to ${sum.toFixed(2)}.`,
      );
  });
export type PlaceOrder = z.output<typeof placeOrder>;

const orderTotal = ({ ShippingIncTax, Lines }: Pick<PlaceOrder, "ShippingIncTax" | "Lines">): number =>
  add(ShippingIncTax ?? 0, ...Lines.flatMap((line) => [lineTotal(line), lineShipping(line) ?? 0]));

const id = z.number().int();

export const placedOrder = z.object({
  /** One for each supplier, and one without a supplier for the lines that no product was found for. */
  orders: z.array(z.object({ id, name: z.string(), supplierId: id.nullable() })),
  /** In the order of the request. */
  lines: z.array(z.object({ orderId: id, lineItemId: id, productId: id.nullable() })),
});
export type PlacedOrder = z.output<typeof placedOrder>;

/* ---- what the marketplace changes afterwards ---- */

const theOrder = {
  MarketplaceId: chosenId(orderMessages.marketplace),
  MarketplaceOrderId: text({ max: 50 }),
};
/** Which line: its id, as PlaceOrder answered it, or its SKU, if no other line of the order has it. */
const theLine = { LineItemId: recordId.nullish(), Sku: optionalText({ max: 255, breaks: "joined" }) };
const isNamed = ({ LineItemId, Sku }: { LineItemId?: number | null | undefined; Sku: string }) =>
  (LineItemId ?? null) !== null || Sku !== "";
const nameLine = { path: ["LineItemId"], message: "Please give the line's id or its SKU." };
const comment = optionalText({ max: 1_000, breaks: "kept" });

export const cancelPlacedOrder = z.object({
  ...theOrder,
  /** Everything if left out. */
  Lines: list(
    z
      .object({
        ...theLine,
        /** All that is left if left out. */
        Quantity: quantity.nullish(),
      })
      .refine(isNamed, nameLine),
    { min: 1, max: maxPlacedLines, required: requiredLines, tooMany: tooManyLines },
  ).nullish(),
  /** The reason, kept with the entries of each line. */
  Comment: comment,
});

export const refundPlacedOrder = z.object({
  ...theOrder,
  Lines: list(
    z
      .object({
        ...theLine,
        /** Dollars inc GST that the customer gets back of the line's price; the commission follows. */
        PriceIncTax: optionalPrice,
        /** Dollars inc GST that the customer gets back of the line's shipping. */
        ShippingIncTax: optionalPrice,
      })
      .refine(isNamed, nameLine)
      .refine(({ PriceIncTax, ShippingIncTax }) => (PriceIncTax ?? 0) > 0 || (ShippingIncTax ?? 0) > 0, {
        path: ["PriceIncTax"],
        message: "Please give an amount to refund.",
      }),
    { min: 1, max: maxPlacedLines, required: requiredLines, tooMany: tooManyLines },
  ),
  /** The reason, kept with the entries of each line. */
  Comment: comment,
});

/** The remaining amounts of each named line, in dollars inc GST. */
export const placedOrderNow = z.object({
  lines: z.array(
    z.object({ orderId: id, lineItemId: id, quantity: id, priceIncTax: z.number(), shippingIncTax: z.number() }),
  ),
});

export const assignSupplier = z.object({ OrderId: recordId, SupplierId: chosenId(orderMessages.supplier) });
