import { and, asc, eq, gt, sql } from "drizzle-orm";
import { type Caller, visibleTo } from "#api/access/caller.ts";
import { withCountryName } from "#api/areas/shared/address.ts";
import { hasAgreementEndingSoon } from "#api/areas/shared/agreement-term.ts";
import { freshChange, hasBankDetailsToVerify } from "#api/areas/shared/bank-details.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { fullName } from "#api/areas/shared/users.ts";
import type { Db } from "#api/database/connection.ts";
import { addresses, supplierInvitations, suppliers, supplierUsers, users } from "#api/database/schema/index.ts";
import { byText, contains, emptyLast, pageOf } from "#api/lists/page-of.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { notFound } from "#api/refusals/refusal.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { carrierKeyOf } from "./carrier.ts";
import { gstOf } from "./gst.ts";
import { marketplacesOf } from "./links.ts";
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
      filters: [
        contains(suppliers.name, input.name),
        contains(addresses.city, input.city),
        contains(addresses.state, input.state),
        input.agreementEndsSoon ? hasAgreementEndingSoon(context) : undefined,
        input.bankDetailsToConfirm ? hasBankDetailsToVerify(caller) : undefined,
        input.canManageProducts ? managesProductsOf(caller, suppliers.id) : undefined,
      ],
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
    ...flags,
    canVerifyBankDetails: flags.canVerifyBankDetails && isToVerify(supplier, caller),
  };
};

const isToVerify = (supplier: typeof suppliers.$inferSelect, { userId }: Caller) =>
  supplier.bsb !== "" &&
  supplier.accountNumber !== "" &&
  !supplier.bankDetailsVerifiedAt &&
  supplier.bankDetailsChangedBy !== userId;

async function usersOf(db: Db, supplierId: number) {
  const rows = await db
    .select({
      userId: users.id,
      email: users.email,
      bits: supplierUsers.permissions,
      hasNoAccess: sql<boolean>`not (${users.isActive} and 'Supplier' = any(${users.roles}))`,
    })
    .from(supplierUsers)
    .innerJoin(users, eq(users.id, supplierUsers.userId))
    .where(eq(supplierUsers.supplierId, supplierId))
    .orderBy(asc(byText(users.email)));
  const invited = await db
    .select({ userId: supplierInvitations.id, email: supplierInvitations.email, bits: supplierInvitations.permissions })
    .from(supplierInvitations)
    .where(and(eq(supplierInvitations.supplierId, supplierId), gt(supplierInvitations.expiresAt, sql`now()`)))
    .orderBy(asc(byText(supplierInvitations.email)));
  const linked = rows.map(({ hasNoAccess, ...user }) => (hasNoAccess ? { ...user, hasNoAccess } : user));
  return [...linked, ...invited.map((each) => ({ ...each, isInvited: true }))].map(({ bits, ...user }) => ({
    ...user,
    permissions: Object.values(SupplierPermission).filter((bit) => (bits & bit) !== 0),
  }));
}
