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
import { carrierKeyOf } from "./carrier.ts";
import { filtersOf } from "./filters.ts";
import { gstOf } from "./gst.ts";
import { marketplacesOf } from "./links.ts";
import { bitsOf, peopleOf } from "./people.ts";
import { canViewNotes, supplierFlags } from "./policy.ts";

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
    name: supplier.name,
    legalName: supplier.legalName,
    logoId: supplier.logoId,
    description: supplier.description,
    orderContactEmails: supplier.orderContactEmails,
    notes: canViewNotes(caller) ? supplier.notes : null,
    businessPhoneNumber: supplier.businessPhoneNumber,
    handlingDays: supplier.handlingDays,
    orderEmails: supplier.orderEmails,
    abn: supplier.abn,
    ...(await gstOf(db, supplier)),
    bsb: bank?.bsb ?? null,
    accountName: bank?.accountName ?? null,
    accountNumber: bank?.accountNumber ?? null,
    billingContactEmails: bank?.billingContactEmails ?? null,
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
