// Generates what the search finds beside orders, inside the database, the same in each run. Begins with the parties and
// products of `order-rows.mjs`.

import { makeOrders } from "./order-rows.mjs";

/** Each has two variants. */
const products = `
  insert into products (supplier_id, product_type_id, name, external_sku, has_variants, recommended_retail_price, sale_price)
    select 1 + i % 60, 1, material || ' ' || thing || ' ' || i, upper(left(thing, 3)) || '-' || i, true, 20 + i % 80, 18 + i % 80
    from (
      select i, (array['Oak', 'Linen', 'Copper', 'Wool', 'Ceramic', 'Glass', 'Rattan', 'Marble'])[1 + i % 8] as material,
        (array['vase', 'basket', 'lamp', 'throw', 'platter', 'mirror', 'stool', 'quilt', 'clock', 'frame', 'candle', 'shelf'])[1 + i % 12] as thing
      from generate_series(1, 48800) i) named;
  insert into product_variants (product_id, name, external_sku, combination)
    select id, name || ', ' || colour, external_sku || '-' || left(colour, 1), colour
    from products, unnest(array['Red', 'Blue']) colour where has_variants;
`;

/** One for each completed order, with the number of a parcel. */
const shipments = `
  insert into shipments (order_id, supplier_id, marketplace_id, created_at, status, courier_id, tracking_number)
    select id, supplier_id, marketplace_id, ordered_at + interval '1 day', 2, 1, '33' || (array['ABC', 'QPX', 'LMN'])[1 + id % 3] || lpad((id::bigint * 7919 % 10000000)::text, 7, '0')
    from orders where not is_outstanding;
`;

const invoices = `
  insert into invoices (supplier_id, marketplace_id, invoiced_at, notified_at)
    select 1 + i % 60, 1 + i % 4, timestamptz '2026-01-01' + interval '1 hour' * (i % 7000), now() from generate_series(1, 20000) i;
  insert into payment_runs (made_at, made_by, bank_date, total, content, sha256)
    select timestamptz '2026-01-01' + interval '1 day' * i, 4, '2026-01-02', 1000, '', '' from generate_series(1, 300) i;
`;

const administrator = `insert into users (email, given_name, surname, roles) values ('admin@example.com', 'Ada', 'Doe', '{Administrator}');`;
const abns = "update suppliers set abn = lpad((51824753000 + id)::text, 11, '0')";

/** @param client connection to a database with the rows of `makeOrders` */
async function makeOtherRecords(client) {
  for (const statement of [administrator, abns, products, shipments, invoices]) await client.query(statement);
  await client.query("vacuum (analyze)");
}

/** For `prepare`: that many orders, and everything else that is found. */
export const allRecords = (orderCount) => ({
  isMade: "select 1 from payment_runs limit 1",
  make: async (client) => {
    await makeOrders(client, orderCount);
    await makeOtherRecords(client);
  },
});
