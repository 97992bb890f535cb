/**
 * What a real WooCommerce (10.0.2) answered about an order of its own checkout, and its refund, cut to the fields that
 * are read: a taxable product, one with the tax status "none", a taxable one, and one with the tax class "zero-rate".
 */
const person = {
  first_name: "Zoë",
  last_name: "O’Brien &amp; Søn",
  company: "",
  address_1: "1 High Street",
  address_2: "",
  city: "Fremantle",
  state: "WA",
  postcode: "6160",
  country: "AU",
  phone: "0400 000 000",
};

export const recordedOrder = {
  id: 130,
  number: "130",
  status: "processing",
  currency: "AUD",
  total: "89.260000",
  date_created_gmt: "2026-11-29T09:10:34",
  date_modified_gmt: "2026-11-29T09:10:36",
  date_paid_gmt: null,
  customer_note: "Please ring “twice”",
  billing: { ...person, email: "zoe@example.com" },
  shipping: person,
  line_items: [
    {
      id: 398,
      name: "Teapot",
      sku: "Teapot-REC",
      product_id: 126,
      quantity: 3,
      total: "27.245455",
      total_tax: "2.720000",
    },
    { id: 399, name: "Oats", sku: "Oats-REC", product_id: 127, quantity: 2, total: "20.160000", total_tax: "0.000000" },
    {
      id: 400,
      name: "Bread",
      sku: "Bread-REC",
      product_id: 128,
      quantity: 3,
      total: "13.800000",
      total_tax: "1.380000",
    },
    {
      id: 401,
      name: "Honey",
      sku: "Honey-REC",
      product_id: 129,
      quantity: 2,
      total: "14.000000",
      total_tax: "0.000000",
    },
  ].map((line) => ({ ...line, variation_id: 0, meta_data: [] })),
  shipping_lines: [{ total: "9.050000", total_tax: "0.900000" }],
  fee_lines: [],
  refunds: [{ id: 131, reason: "", total: "-30.200000" }],
};

/** The oats, half of the shipping, and $5.06 of which the shop does not say what for. */
export const recordedRefunds = [
  {
    id: 131,
    amount: "30.200000",
    reason: "",
    line_items: [
      {
        id: 403,
        quantity: -2,
        total: "-20.160000",
        total_tax: "0.000000",
        meta_data: [{ key: "_refunded_item_id", value: "399" }],
      },
    ],
    shipping_lines: [{ total: "-4.530000", total_tax: "-0.450000" }],
    fee_lines: [],
  },
];
