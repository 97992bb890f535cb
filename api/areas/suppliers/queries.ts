import { and, eq } from "drizzle-orm";
import { withCountryName } from "#api/areas/shared/address.ts";
import { freshChange } from "#api/areas/shared/bank-details.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { fullName } from "#api/areas/shared/users.ts";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { addresses, applications, suppliers, users } from "#api/core/database/schema/index.ts";
import { byText, emptyLast, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { mapped } from "#contract/rules/keys-of.ts";
import { detailFields, financeFields } from "#contract/suppliers/fields.ts";
import { carrierKeyOf } from "./carrier.ts";
import { filtersOf } from "./filters.ts";
import { gstOf } from "./gst.ts";
import { marketplacesOf } from "./links.ts";
import { bitsOf, peopleOf } from "./people.ts";
import { seesField, supplierFlags } from "./policy.ts";
import type { StoredSupplier } from "./saving.ts";

export const list: Handler<Operations["suppliers"]["list"]> = (input, context) => {
  const { db, caller } = context;
  return pageOf(
    db,
    {
      rows: db
        .select({
          id: suppliers.id,
          name: suppliers.name,
          city: addresses.city,
          state: addresses.state,
          canManageProducts: managesProductsOf(caller, suppliers.id),
        })
        .from(suppliers)
        .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
        .$dynamic(),
      visible: visibleTo(caller, suppliers.id),
      filters: filtersOf(input, context),
      sort: {
        name: byText(suppliers.name),
        city: emptyLast(byText(addresses.city)),
        state: emptyLast(byText(addresses.state)),
      },
      uniqueKey: suppliers.id,
    },
    input,
  );
};

export const get: Handler<Operations["suppliers"]["get"]> = async ({ id }, context) => {
  const { db, caller, now } = context;
  const [row] = await db
    .select({ supplier: suppliers, billingAddress: addresses, verifiedBy: fullName })
    .from(suppliers)
    .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
    .leftJoin(users, eq(users.id, suppliers.bankDetailsVerifiedBy))
    .where(and(eq(suppliers.id, id), visibleTo(caller, suppliers.id)));
  if (!row) throw notFound("This supplier");
  const { supplier, flags } = { supplier: row.supplier, flags: supplierFlags(caller, id) };
  const bank = flags.canViewBankDetails ? supplier : undefined;
  return {
    id,
    ...shownTo(caller, supplier),
    name: supplier.name,
    ...(await gstOf(db, supplier)),
    bankDetailsChangedDate: (bank && freshChange(bank, now)?.toISOString()) ?? null,
    bankDetailsVerifiedDate: bank?.bankDetailsVerifiedAt?.toISOString() ?? null,
    bankDetailsVerifiedByUserFullName: bank ? row.verifiedBy : null,
    billingAddress: row.billingAddress && withCountryName(row.billingAddress),
    users: flags.canManageUsers ? await usersOf(db, id) : [],
    marketplaces: await marketplacesOf(context, { supplierId: id }),
    ...(await carrierKeyOf(db, supplier)),
    applicationId: caller.permissions.suppliers.add ? await applicationOf(db, id) : null,
    ...flags,
    canVerifyBankDetails: flags.canVerifyBankDetails && isToVerify(supplier, caller),
  };
};

const storedFields = { ...detailFields, ...financeFields };

/** Null where the caller may not see it. */
function shownTo(caller: Caller, supplier: StoredSupplier) {
  const isSeen = seesField(caller, supplier.id);
  return mapped(storedFields, (key) => (isSeen(storedFields[key]) ? supplier[key] : null)) as {
    [K in keyof typeof storedFields]: StoredSupplier[K] | null;
  };
}

async function applicationOf(db: Db, supplierId: number): Promise<number | null> {
  const [application] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.supplierId, supplierId));
  return application?.id ?? null;
}

const isToVerify = (supplier: typeof suppliers.$inferSelect, { userId }: Caller) =>
  supplier.bsb !== "" &&
  supplier.accountNumber !== "" &&
  !supplier.bankDetailsVerifiedAt &&
  supplier.bankDetailsChangedBy !== userId;

async function usersOf(db: Db, supplierId: number) {
  const people = await peopleOf(db, [supplierId]);
  return people.map(({ userId, email, fullName, permissions, isInvited, hasNoAccess }) => ({
    userId,
    email,
    ...(fullName ? { fullName } : {}),
    permissions: bitsOf(permissions),
    ...(isInvited ? { isInvited } : {}),
    ...(hasNoAccess ? { hasNoAccess } : {}),
  }));
}
