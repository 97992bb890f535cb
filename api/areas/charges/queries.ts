import { asc, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import { fullName } from "#api/areas/shared/users.ts";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import {
  charges,
  invoices,
  keys,
  marketplaces,
  monthlyCharges,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import { excelExport as answer } from "#api/core/excel/export.ts";
import type { Column } from "#api/core/excel/sheet.ts";
import { batchesOf } from "#api/core/lists/batches.ts";
import { byText, contains, emptyLast, pageOf } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { ChargeRow } from "#contract/charges/schema.ts";
import { chargesFile, chargesSheet } from "#contract/charges/workbook.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { type ChargeState, chargeKindNames, chargeStateNames } from "#contract/rules/charge.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { taxClassNames } from "#contract/rules/tax-class.ts";

type Charges = Operations["charges"];

const visible = (caller: Caller) => visibleTo(caller, charges.supplierId, SupplierPermission.invoices);

/** Supplier staff do not know of drafts: for them such a charge still waits. */
const stateFor = ({ seesAllSuppliers }: Caller): SQL<ChargeState> => sql<ChargeState>`(case
  when ${charges.withdrawnAt} is not null then 'withdrawn'
  when ${invoices.notifiedAt} is not null then 'issued'
  when ${charges.invoiceId} is not null and ${seesAllSuppliers} then 'inDraft'
  else 'waiting' end)`;

const enteredBy = sql<
  string | null
>`coalesce(${fullName}, (select ${keys.name} from ${keys} where ${keys.id} = ${charges.enteredBy}))`;

const select = ({ db, caller }: Pick<Context, "db" | "caller">) =>
  db
    .select({
      charge: charges,
      supplierName: suppliers.name,
      marketplaceName: marketplaces.name,
      state: stateFor(caller),
      enteredBy,
    })
    .from(charges)
    .innerJoin(suppliers, eq(suppliers.id, charges.supplierId))
    .innerJoin(marketplaces, eq(marketplaces.id, charges.marketplaceId))
    .leftJoin(invoices, eq(invoices.id, charges.invoiceId))
    .leftJoin(users, eq(users.id, charges.enteredBy))
    .$dynamic();

type Found = Awaited<ReturnType<typeof select>>[number];

const filtersOf = (
  { description, chargeId, supplierId, marketplaceId, kind, state, fromDay, toDay }: Filters,
  caller: Caller,
): (SQL | undefined)[] => [
  or(contains(charges.description, description), contains(charges.reference, description)),
  chargeId ? eq(charges.id, chargeId) : undefined,
  supplierId ? eq(charges.supplierId, supplierId) : undefined,
  marketplaceId ? eq(charges.marketplaceId, marketplaceId) : undefined,
  kind ? eq(charges.kind, kind) : undefined,
  state ? eq(stateFor(caller), state) : undefined,
  fromDay ? gte(charges.day, fromDay) : undefined,
  toDay ? lte(charges.day, toDay) : undefined,
];

type Filters = Omit<Parameters<Handler<Charges["export"]>>[0], "format">;

export const list: Handler<Charges["list"]> = async (input, context) => {
  const { caller } = context;
  const page = await pageOf(
    context.db,
    {
      rows: select(context),
      visible: visible(caller),
      filters: filtersOf(input, caller),
      sort: {
        day: charges.day,
        id: charges.id,
        supplierName: byText(suppliers.name),
        marketplaceName: byText(marketplaces.name),
        amountIncTax: sql`${charges.exTax} + ${charges.tax}`,
      },
      uniqueKey: charges.id,
    },
    input,
  );
  return { ...page, items: page.items.map((row) => shown(row, caller)) };
};

const shown = ({ charge, supplierName, marketplaceName, state, enteredBy }: Found, caller: Caller): ChargeRow => ({
  id: charge.id,
  kind: charge.kind,
  description: charge.description,
  day: charge.day,
  taxClass: charge.taxClass,
  amountExTax: charge.exTax,
  amountTax: charge.tax,
  amountIncTax: add(charge.exTax, charge.tax),
  supplierId: charge.supplierId,
  supplierName,
  marketplaceId: charge.marketplaceId,
  marketplaceName,
  reference: charge.reference,
  monthlyChargeId: charge.monthlyChargeId,
  state,
  invoiceId: state === "waiting" ? null : charge.invoiceId,
  enteredDate: charge.enteredAt.toISOString(),
  enteredByUserFullName: caller.seesAllSuppliers ? enteredBy : null,
  withdrawalReason: charge.withdrawalReason,
  canWithdraw: caller.permissions.charges.add && (state === "waiting" || state === "inDraft"),
});

export const monthly: Handler<Charges["monthly"]> = async (input, { db, caller }) => {
  const page = await pageOf(
    db,
    {
      rows: db
        .select({ charge: monthlyCharges, supplierName: suppliers.name, marketplaceName: marketplaces.name })
        .from(monthlyCharges)
        .innerJoin(suppliers, eq(suppliers.id, monthlyCharges.supplierId))
        .innerJoin(marketplaces, eq(marketplaces.id, monthlyCharges.marketplaceId))
        .$dynamic(),
      visible: visibleTo(caller, monthlyCharges.supplierId, SupplierPermission.invoices),
      filters: [input.monthlyChargeId ? eq(monthlyCharges.id, input.monthlyChargeId) : undefined],
      sort: { supplierName: byText(suppliers.name), id: monthlyCharges.id, nextDay: emptyLast(monthlyCharges.nextDay) },
      uniqueKey: monthlyCharges.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ charge: { exTax, tax, ...charge }, ...names }) => ({
      ...names,
      ...charge,
      amountIncTax: add(exTax, tax),
    })),
  };
};

const columns: Column<Found>[] = [
  { title: "Supplier", width: 28, kind: "text", value: ({ supplierName }) => supplierName },
  { title: "Marketplace", width: 22, kind: "text", value: ({ marketplaceName }) => marketplaceName },
  { title: "Kind", width: 16, kind: "text", value: ({ charge }) => chargeKindNames[charge.kind] },
  { title: "Description", width: 44, kind: "text", value: ({ charge }) => charge.description },
  { title: "Day", width: 12, kind: "text", value: ({ charge }) => charge.day },
  {
    title: "Amount inc GST",
    width: 15,
    kind: "money",
    note: "What the supplier pays; negative for a credit.",
    value: ({ charge }) => add(charge.exTax, charge.tax),
  },
  { title: "Tax class", width: 13, kind: "text", value: ({ charge }) => taxClassNames[charge.taxClass] },
  {
    title: "Reference",
    width: 18,
    kind: "text",
    note: "The number that another system has for it. An import refuses the same number a second time.",
    value: ({ charge }) => charge.reference,
  },
  { title: "GST", width: 12, kind: "money", value: ({ charge }) => charge.tax },
  { title: "State", width: 26, kind: "text", value: ({ state }) => chargeStateNames[state] },
  {
    title: "Invoice",
    width: 14,
    kind: "text",
    value: ({ charge, state }) =>
      state === "waiting" || charge.invoiceId === null ? undefined : invoiceNumber(charge.invoiceId),
  },
];

export const exportCharges: Handler<Charges["export"]> = async ({ format, ...filters }, context) => {
  const { db, caller } = context;
  const rows = batchesOf({
    rows: () => select(context),
    keys: (wanted) => db.select(wanted).from(charges).leftJoin(invoices, eq(invoices.id, charges.invoiceId)).$dynamic(),
    visible: visible(caller),
    filters: filtersOf(filters, caller),
    key: charges.day,
    uniqueKey: charges.id,
    direction: asc,
  });
  return answer(context, chargesFile, { name: chargesSheet, columns, rows }, { format });
};
