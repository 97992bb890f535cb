/** The records that are discussed: who sees them, and where they are shown. */
import { and, arrayOverlaps, asc, eq, type SQL } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { type Caller, visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import { permissionsOf, seesAllSuppliers } from "#api/core/access/roles.ts";
import type { Db } from "#api/core/database/connection.ts";
import { orders, products, shipments, suppliers, supplierUsers, users } from "#api/core/database/schema/index.ts";
import { forbidden, notFound } from "#api/core/refusals/refusal.ts";
import type { Discussed } from "#contract/discussion/schema.ts";
import { roles } from "#contract/enumerations.ts";
import type { Mentionable } from "#contract/rules/mentions.ts";
import { shipmentName } from "#contract/shipments/slip.ts";

export interface DiscussedRecord {
  about: Discussed;
  id: number;
  /** Within a sentence, such as `order 1001`. */
  name: string;
  /** Path of its page in the back office. */
  path: string;
  /** Null for an order without a supplier. */
  supplierId: number | null;
}

type Found = Pick<DiscussedRecord, "name" | "supplierId">;
type Find = (db: Db, caller: Caller, id: number) => Promise<Found[]>;

const areas = { order: "orders", product: "products", supplier: "suppliers", shipment: "shipments" } as const;

const find: Record<Discussed, Find> = {
  async order(db, caller, id) {
    const rows = await db
      .select({ number: orders.marketplaceOrderId, supplierId: orders.supplierId })
      .from(orders)
      .where(and(eq(orders.id, id), visibleOrders(caller)));
    return rows.map(({ number, supplierId }) => ({ name: `order ${number}`, supplierId }));
  },
  product: (db, caller, id) =>
    db
      .select({ name: products.name, supplierId: products.supplierId })
      .from(products)
      .where(and(eq(products.id, id), visibleTo(caller, products.supplierId))),
  supplier: (db, caller, id) =>
    db
      .select({ name: suppliers.name, supplierId: suppliers.id })
      .from(suppliers)
      .where(and(eq(suppliers.id, id), visibleTo(caller, suppliers.id))),
  async shipment(db, caller, id) {
    const rows = await db
      .select({ id: shipments.id, supplierId: shipments.supplierId, marketplaceOrderId: orders.marketplaceOrderId })
      .from(shipments)
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(and(eq(shipments.id, id), visibleTo(caller, shipments.supplierId)));
    return rows.map((row) => ({ name: `shipment ${shipmentName(row)}`, supplierId: row.supplierId }));
  },
};

/** @throws Refusal 403 without the permission to view such records, or 404 */
export async function recordFor(db: Db, caller: Caller, about: Discussed, id: number): Promise<DiscussedRecord> {
  const area = areas[about];
  if (!caller.permissions[area].view) throw forbidden();
  const [found] = await find[about](db, caller, id);
  if (!found) throw notFound(`This ${about}`);
  return { about, id, path: `/${area}/${id}`, ...found };
}

export interface Reader extends Mentionable {
  isOperator: boolean;
  /** Deals with such records, so that a message that names nobody is for them. */
  isResponsible: boolean;
}

const operatorRoles = roles.filter((role) => seesAllSuppliers([role]));
const columns = { id: users.id, name: fullName, givenName: users.givenName, email: users.email, roles: users.roles };
const person = ({
  name,
  givenName,
  email,
  id,
}: {
  name: string | null;
  givenName: string;
  email: string;
  id: number;
}) => ({
  id,
  name: name ?? "",
  givenName: givenName.trim(),
  email,
});

const active = (condition: SQL | undefined) => and(eq(users.isActive, true), condition);

/** Returns everybody who may view the record, in the order of their names. */
export async function readersOf(db: Db, { about, supplierId }: DiscussedRecord): Promise<Reader[]> {
  const byName = [asc(fullName), asc(users.id)];
  const operators = await db
    .select(columns)
    .from(users)
    .where(active(arrayOverlaps(users.roles, operatorRoles)))
    .orderBy(...byName);
  const staff =
    supplierId === null
      ? []
      : await db
          .select(columns)
          .from(users)
          .innerJoin(supplierUsers, eq(supplierUsers.userId, users.id))
          .where(active(and(eq(supplierUsers.supplierId, supplierId), arrayOverlaps(users.roles, ["Supplier"]))))
          .orderBy(...byName);
  return [
    ...operators.flatMap((user) => {
      const granted: { view: boolean; add?: boolean; edit?: boolean } = permissionsOf(user.roles, [], false)[
        areas[about]
      ];
      return granted.view
        ? [{ ...person(user), isOperator: true, isResponsible: granted.edit ?? granted.add ?? false }]
        : [];
    }),
    ...staff
      .filter((user) => !seesAllSuppliers(user.roles))
      .map((user) => ({ ...person(user), isOperator: false, isResponsible: true })),
  ];
}
