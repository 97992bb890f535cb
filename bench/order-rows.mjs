// Generates very many orders inside the database, the same in each run.

/** Orders are placed in this many days before the last one, with growing frequency. */
const days = 3 * 365;
export const lastDay = "2026-11-20T12:00:00Z";

const parties = `
  insert into suppliers (name) select (array['Acacia', 'Banksia', 'Coolabah', 'Desert', 'Emu Bay'])[1 + i % 5] || ' Trading ' || i from generate_series(1, 60) i;
  insert into marketplaces (name, legal_name, abn) select name, name || ' Pty Ltd', '51824753556' from unnest(array['Bazaar', 'Outpost', 'Corner Store', 'Harbour']) name;
  insert into product_types (name, path) values ('Everything', 'Everything');
  insert into products (supplier_id, product_type_id, name, external_sku, recommended_retail_price, sale_price)
    select 1 + i % 60, 1, 'Product ' || i, 'SKU-' || i, 20 + i % 80, 18 + i % 80 from generate_series(1, 1200) i;
  insert into users (email, given_name, surname, roles)
    values ('operator@example.com', 'Kim', 'Doe', '{Operator}'), ('one@example.com', 'One', 'Doe', '{Supplier}'), ('two@example.com', 'Two', 'Doe', '{Supplier}');
  insert into supplier_users (supplier_id, user_id, permissions) values (7, 2, 63), (7, 3, 63), (8, 3, 63);
`;

/**
 * A fifth of the customers are called Smith, 30 in a million Quixley. A few suppliers and one marketplace have most
 * orders.
 */
const orders = (count) => `
  insert into orders (name, marketplace_order_id, ordered_at, supplier_id, marketplace_id, customer_first_name, customer_surname, customer_email, is_outstanding, status, ship_by, ship_by_time_zone)
  select *, case when is_outstanding then (array[0, 0, 0, 1, 2])[1 + floor(random() * 5)::int] when random() < 0.03 then 4 else 3 end,
    ordered_at::date + 2 + floor(random() * 4)::int, (array['Australia/Sydney', 'Australia/Melbourne', 'Australia/Perth'])[1 + floor(random() * 3)::int]
  from (
  select 'M-' || i, (array['BZ', 'OP-', 'CS/', 'HB'])[marketplace] || 2000000 + i * 7, ordered_at,
    case when random() > 0.005 then 1 + floor(60 * power(random(), 1.5))::int end, marketplace, first_name,
    case when i % 33333 = 0 then 'Quixley' when random() < 0.2 then 'Smith' else surname end,
    lower(first_name || '.' || surname) || i || '@example.com',
    random() < case when ordered_at > timestamptz '${lastDay}' - interval '45 days' then 0.5 else 0.017 end as is_outstanding
  from (
    select i, timestamptz '${lastDay}' - interval '${days} days' * power(1 - i / ${count}.0, 1.2) as ordered_at,
      (array[1, 1, 1, 1, 1, 2, 2, 2, 3, 4])[1 + floor(random() * 10)::int] as marketplace,
      (array['Ana', 'Bo', 'Chloe', 'Dylan', 'Eve', 'Finn', 'Grace', 'Huy', 'Isla', 'Jack', 'Kirra', 'Lachlan', 'Mei', 'Noah', 'Olivia', 'Priya', 'Ruby', 'Sam', 'Thanh', 'Zoë'])
        [1 + floor(random() * 20)::int] as first_name,
      initcap((array['ab', 'bre', 'car', 'dun', 'el', 'fitz', 'gra', 'hol', 'jo', 'kel', 'lo', 'mac', 'ngu', 'o''b', 'pe', 'ro', 'san', 'tho', 'wil', 'you'])
        [1 + floor(random() * 20)::int] || (array['ber', 'dan', 'fer', 'gan', 'hill', 'kins', 'ley', 'man', 'nard', 'rick', 'sen', 'ton', 'well', 'yen'])[1 + floor(random() * 14)::int]
        || (array['', '', 's', 'son', 'er'])[1 + floor(random() * 5)::int]) as surname
    from generate_series(1, ${count}) i) placed) as ordered;
`;

const lines = `
  insert into order_line_items (order_id, supplier_id, marketplace_id, ordered_at, product_id, product_name, product_sku, purchase_price_ex_tax, purchase_price_tax, commission_rate, status)
  select id, supplier_id, marketplace_id, ordered_at, product, 'Product ' || product, 'SKU-' || product, price, round(price / 10, 2), 0.3, case when is_outstanding and (line = 1 or random() < 0.5) then 0 else 3 end
  from (
    select id, supplier_id, marketplace_id, ordered_at, is_outstanding, line, 1 + floor(1200 * random())::int as product, 10 + round((random() * 90)::numeric, 2) as price
    from orders, generate_series(1, (array[1, 1, 1, 1, 1, 1, 2, 2, 3, 3])[1 + id % 10]) line) bought;
`;

/** The purchase entries, and the shipments of completed items. */
const transactions = `
  insert into order_transactions (line_item_id, supplier_id, marketplace_id, at, type, quantity, purchase_ex_tax, purchase_tax, commission_ex_tax, commission_tax, shipping_ex_tax, shipping_tax)
  select l.id, l.supplier_id, l.marketplace_id, l.ordered_at + interval '1 day' * type, type, 1 + l.id % 2, price * (1 + l.id % 2), round(price * (1 + l.id % 2) / 10, 2), price / 3, price / 30, 4.55, 0.45
  from order_line_items l cross join unnest(array[0, 3]) type, lateral (select l.purchase_price_ex_tax * (type = 0)::int as price) p
  where type = 0 or l.status = 3;
`;

const ordersTables = "'orders', 'order_line_items', 'order_transactions'";

/** @param client connection to a migrated, empty database */
export async function makeOrders(client, count) {
  const { rows: indexes } = await client.query(`
    select indexname as name, indexdef as made from pg_indexes
    where schemaname = 'public' and tablename in (${ordersTables}) and indexdef not like 'CREATE UNIQUE%'`);
  // References between generated rows are valid, so they are not checked, no triggers run, and indexes are built at the
  // end, which is faster.
  await client.query(
    `set session_replication_role = replica; drop index ${indexes.map(({ name }) => name).join(", ")}; select setseed(0.5)`,
  );
  for (const statement of [parties, orders(count), lines, transactions, ...indexes.map(({ made }) => made)])
    await client.query(statement);
  await client.query("vacuum (analyze)");
}
