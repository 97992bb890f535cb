/** The fields that are used of the answers of WooCommerce's REST API. All others are ignored. */
import { z } from "zod";

/** Keys are numbers in the interface, and texts here. */
const key = z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)]).transform(String);
const text = z
  .string()
  .nullish()
  .catch("")
  .transform((value) => value ?? "");
/** Decimals arrive as texts. */
const decimal = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => Number(value ?? 0))
  .pipe(z.number());
const metaData = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([]);

/** Reads a value that an implementation stored with a record; undefined if there is none. */
export const metaOf = (record: { meta_data: { key: string; value: unknown }[] }, name: string): unknown =>
  record.meta_data.find(({ key }) => key === name)?.value;

export const anything = z.unknown();

export const site = z.object({ name: text, namespaces: z.array(z.string()) });
export const currency = z.object({ code: z.string() });
export const settingOptions = z.array(z.object({ id: z.string(), value: z.unknown() }));
export const systemStatus = z.object({ environment: z.object({ version: z.string() }) });
export const createdKey = z.object({ id: key });

export const product = z.object({
  id: key,
  type: text,
  status: text,
  sku: text,
  images: z.array(z.object({ id: key })).catch([]),
  categories: z.array(z.object({ id: key })).catch([]),
  /** Since WooCommerce 9.6. */
  brands: z.array(z.object({ id: key })).catch([]),
  meta_data: metaData,
});
export type Product = z.output<typeof product>;

export const variation = z.object({
  id: key,
  sku: text,
  image: z.object({ id: key }).nullish().catch(null),
  meta_data: metaData,
});
export type Variation = z.output<typeof variation>;

const failure = z.object({ error: z.object({ code: text, message: text }) });
/** In the sequence in which the items were sent. */
export const variationBatch = z.object({
  create: z.array(z.union([failure, variation])).default([]),
  update: z.array(z.union([failure, variation])).default([]),
  delete: z.array(z.union([failure, z.object({ id: key })])).default([]),
});

const address = z
  .object({
    first_name: text,
    last_name: text,
    company: text,
    address_1: text,
    address_2: text,
    city: text,
    state: text,
    postcode: text,
    country: text,
    email: text,
    phone: text,
  })
  .partial()
  .catch({})
  .transform((given) => ({ ...noAddress, ...given }));
const noAddress = {
  first_name: "",
  last_name: "",
  company: "",
  address_1: "",
  address_2: "",
  city: "",
  state: "",
  postcode: "",
  country: "",
  email: "",
  phone: "",
};
export type Address = z.output<typeof address>;

const charge = z.object({ total: decimal, total_tax: decimal });
const charges = z
  .array(charge)
  .nullish()
  .transform((given) => given ?? []);
const noId = z.union([key, z.literal(0), z.null(), z.undefined()]).catch(undefined);

export const order = z.object({
  id: key,
  number: z.union([z.string(), z.number()]).transform(String),
  status: z.string(),
  currency: z.string(),
  date_created_gmt: z.string(),
  date_modified_gmt: z.string().nullish(),
  date_paid_gmt: z.string().nullish(),
  customer_note: text,
  billing: address,
  shipping: address,
  line_items: z.array(
    charge.extend({
      id: key,
      name: text,
      sku: text,
      quantity: decimal,
      product_id: noId,
      variation_id: noId,
      meta_data: z.array(z.object({ key: text, display_key: text, display_value: text })).catch([]),
    }),
  ),
  shipping_lines: charges,
  fee_lines: charges,
  /** The customer's payment before refunds, which decides in case of doubt, see `translated`. */
  total: decimal,
  refunds: z.array(z.object({ id: key })).catch([]),
});
export type WooOrder = z.output<typeof order>;

export const refunds = z.array(
  z.object({
    id: key,
    reason: text,
    amount: decimal,
    line_items: z.array(charge.extend({ quantity: decimal, meta_data: metaData })).catch([]),
    shipping_lines: charges,
    fee_lines: charges,
  }),
);
export type WooRefund = z.output<typeof refunds>[number];

/** Of an order that a shipment belongs to. */
export const shippedOrder = z.object({
  id: key,
  status: z.string(),
  line_items: z.array(z.object({ id: key, name: text })).catch([]),
  meta_data: metaData,
});
export type ShippedOrder = z.output<typeof shippedOrder>;

export const note = z.object({ id: key, note: text });
export const webhook = z.object({
  id: key,
  status: text,
  topic: text,
  delivery_url: text,
  date_created_gmt: text.nullish().catch(null),
  date_modified_gmt: text.nullish().catch(null),
});
export type Webhook = z.output<typeof webhook>;

/** How WordPress says what is wrong. */
export const problem = z.object({ code: z.string(), message: text, data: z.unknown() });
