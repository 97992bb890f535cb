import { randomUUID } from "node:crypto";
import { eq, getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  addresses,
  attributes,
  files,
  invoiceAnswers,
  invoiceRows,
  invoices,
  keys,
  marketplaceProducts,
  orderLineItems,
  orders,
  orderTransactions,
  pictureUploads,
  processes,
  processMessages,
  productImages,
  products,
  productVariants,
  shipmentItems,
  shipments,
  shippingRates,
  shippingRules,
  sourceFiles,
  stockFeeds,
  supplierMarketplaces,
  suppliers,
  supplierUsers,
  users,
} from "#api/core/database/schema/index.ts";
import { categoriesSheet } from "#contract/categories/workbook.ts";
import { chargeColumns, chargesSheet } from "#contract/charges/workbook.ts";
import { roles } from "#contract/enumerations.ts";
import { type KeyScope, keyScopes, marketplaceScopes, supplierScopes } from "#contract/keys/scopes.ts";
import type { Operation, Upload } from "#contract/operation.ts";
import { allOperations } from "#contract/operations.ts";
import { allSupplierColumns } from "#contract/suppliers/fields.ts";
import { suppliersSheet } from "#contract/suppliers/workbook.ts";
import { accessTable, bitSets, type Possessions } from "#tests/support/access-table.ts";
import { multipart, requestFor, startApi } from "#tests/support/api.ts";
import { sampleImageFile } from "#tests/support/images.ts";
import { createPossessions } from "#tests/support/possessions.ts";
import { productsWorkbook } from "#tests/support/products-workbook.ts";
import { restorer } from "#tests/support/restore-possessions.ts";
import { shipmentsWorkbook, workbookFile, workbookOf } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

// Without limits on requests, because one caller makes the attempts of many tests.
const api = await startApi({ PAYER_ACCOUNT: "", APPLICATIONS_PER_ADDRESS_DAY: "100000", RATE_LIMIT: "off" });
const { db } = api.database;

/** Part of every text of the other supplier; it must not occur in any response to our staff. */
const canary = "canary";

let ours: Possessions;
let theirs: Possessions;
let theirOwner: TestUser;
let restore: () => Promise<void>;
beforeAll(async () => {
  ours = await createPossessions(api, "Ours");
  theirs = await createPossessions(api, `${canary} name`);
  restore = restorer(api, ours, theirs);
  theirOwner = await api.aUser({ links: [{ supplier: theirs.supplier }] });
  theirs.staff = theirOwner.id;
  await fillTexts(suppliers, eq(suppliers.id, theirs.supplier));
  await fillTexts(addresses, eq(addresses.id, theirs.address));
  await fillTexts(shippingRules, eq(shippingRules.id, theirs.shippingRule));
  await fillTexts(products, eq(products.supplierId, theirs.supplier), ["searchable"]);
  await fillTexts(productVariants, eq(productVariants.productId, theirs.product), ["combination", "searchable"]);
  await fillTexts(productImages, eq(productImages.productId, theirs.product));
  await fillTexts(marketplaceProducts, eq(marketplaceProducts.productId, theirs.product));
  await fillTexts(orders, eq(orders.id, theirs.order), ["searchable", "shipByTimeZone"]);
  await fillTexts(orderLineItems, eq(orderLineItems.id, theirs.lineItem));
  await fillTexts(orderLineItems, eq(orderLineItems.id, theirs.shippedItem));
  await fillTexts(orderTransactions, inArray(orderTransactions.lineItemId, [theirs.lineItem, theirs.shippedItem]));
  await fillTexts(shipments, eq(shipments.id, theirs.shipment));
  await fillTexts(invoices, inArray(invoices.id, [theirs.invoice, theirs.invoiceToPay]));
  await fillTexts(invoiceRows, inArray(invoiceRows.invoiceId, [theirs.invoice, theirs.invoiceToPay]));
  await fillTexts(invoiceAnswers, eq(invoiceAnswers.id, theirs.query), ["kind"]);
  await db.insert(processMessages).values({ processId: theirs.process, id: 1, type: 1, text: canary });
  await fillTexts(attributes, eq(attributes.id, theirs.ownAttribute));
  await fillTexts(users, eq(users.id, theirOwner.id), ["roles"]);
  await fillTexts(keys, eq(keys.id, theirs.key));
  await fillTexts(stockFeeds, eq(stockFeeds.id, theirs.stockFeed));
  await fillTexts(files, inArray(files.id, [theirs.agreement, theirs.logo, theirs.image]), ["contentType"]);
  await db
    .update(files)
    .set({ createdBy: theirOwner.id })
    .where(inArray(files.id, [theirs.agreement, theirs.logo, theirs.image]));
});

/** Fills every text column, including columns added later. */
async function fillTexts(table: PgTable, where: SQL, except: string[] = []): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, { columnType }]) => columnType === "PgText" && !except.includes(name),
  );
  if (columns.length === 0) throw new Error(`${getTableName(table)} has no text.`);
  await db
    .update(table)
    .set(Object.fromEntries(columns.map(([name]) => [name, `${canary} ${name} ${randomUUID()}`])))
    .where(where);
}

/** The rows of the other supplier as they were last seen, unless an attempt may have changed them lawfully since. */
let theirKnownRows: unknown[] | undefined;

/** Makes attempts that must not change any row of the other supplier. */
async function changingNothingOfTheirs(attempts: () => Promise<void>): Promise<void> {
  const before = theirKnownRows ?? (await theirRows());
  theirKnownRows = undefined;
  await attempts();
  const after = await theirRows();
  theirKnownRows = after;
  expect(after).toEqual(before);
}

/** All stored rows of the other supplier. */
async function theirRows(): Promise<unknown[]> {
  const tables: unknown[][] = await Promise.all([
    db.select().from(suppliers).where(eq(suppliers.id, theirs.supplier)),
    db.select().from(addresses).where(eq(addresses.id, theirs.address)),
    db
      .select()
      .from(files)
      .where(inArray(files.id, [theirs.agreement, theirs.logo, theirs.image])),
    db.select().from(users).where(eq(users.id, theirOwner.id)),
    db.select().from(products).where(eq(products.supplierId, theirs.supplier)),
    db.select().from(productVariants).where(eq(productVariants.productId, theirs.product)),
    db.select().from(productImages).where(eq(productImages.productId, theirs.product)),
    db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, theirs.product)),
    db.select().from(attributes).where(eq(attributes.id, theirs.ownAttribute)),
    db.select().from(supplierUsers).where(eq(supplierUsers.supplierId, theirs.supplier)),
    db.select().from(shippingRules).where(eq(shippingRules.supplierId, theirs.supplier)),
    db.select().from(shippingRates).where(eq(shippingRates.shippingRuleId, theirs.shippingRule)),
    db.select().from(supplierMarketplaces).where(eq(supplierMarketplaces.supplierId, theirs.supplier)),
    db.select().from(orders).where(eq(orders.supplierId, theirs.supplier)),
    db.select().from(orderLineItems).where(eq(orderLineItems.orderId, theirs.order)),
    db
      .select()
      .from(orderTransactions)
      .where(inArray(orderTransactions.lineItemId, [theirs.lineItem, theirs.shippedItem])),
    db.select().from(shipments).where(eq(shipments.orderId, theirs.order)),
    db.select().from(shipmentItems).where(eq(shipmentItems.lineItemId, theirs.shippedItem)),
    db.select().from(invoices).where(eq(invoices.supplierId, theirs.supplier)),
    db
      .select()
      .from(invoiceRows)
      .where(inArray(invoiceRows.invoiceId, [theirs.invoice, theirs.invoiceToPay])),
    db.select().from(invoiceAnswers).where(eq(invoiceAnswers.invoiceId, theirs.invoiceToPay)),
    db.select().from(processes).where(eq(processes.id, theirs.process)),
    db.select().from(keys).where(eq(keys.supplierId, theirs.supplier)),
    db.select().from(stockFeeds).where(eq(stockFeeds.supplierId, theirs.supplier)),
  ]);
  // The database returns rows in no fixed order.
  return tables.map((rows) => rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
}

/**
 * A digest of all rows of each table, including the job queue, but not the history, which grows with each change of
 * another table.
 */
async function everyTable(): Promise<Record<string, unknown>[]> {
  const tables = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE' and table_name not in ('version', 'queue', 'schedule')
        and table_name not like 'changes%' order by 1`,
  );
  const each = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${name} t`,
  );
  return (await db.execute(sql.raw(each.join(" union all ")))).rows;
}

/** Whether an attempt has changed our records since they were last restored. */
let isChanged = true;

/** The callers of all attempts: those of one kind have the same permissions. */
interface Caller {
  kind: string;
  create: () => Promise<TestUser>;
}
const aUser = (traits: Parameters<typeof api.aUser>[0]): Caller => ({
  kind: `user ${JSON.stringify(traits)}`,
  create: () => api.aUser(traits),
});
const aKey = (traits: Parameters<typeof api.aKey>[0]): Caller => ({
  kind: `key ${JSON.stringify(traits)}`,
  create: () => api.aKey(traits),
});

/** The caller of each kind, until an attempt has changed something, which may be the caller. */
const callers = new Map<string, TestUser>();

async function callerOf({ kind, create }: Caller): Promise<TestUser> {
  const caller = callers.get(kind) ?? (await create());
  callers.set(kind, caller);
  return caller;
}

async function attempt(caller: Caller, operation: Operation, input: Record<string, unknown>) {
  if (isChanged) {
    await restore();
    callers.clear();
  }
  const user = await callerOf(caller);
  await handOverProcesses(user, input);
  const answer = await send(user, operation, input);
  // Other attempts change nothing, and restoring takes longer than everything else.
  isChanged = ["command", "upload"].includes(operation.kind) && answer.status < 400;
  if (isChanged) theirKnownRows = undefined;
  return answer;
}

/** Only whoever has started a process, or sent a file, may see or continue it. Gives the caller those in the input. */
async function handOverProcesses({ id }: TestUser, input: Record<string, unknown>): Promise<void> {
  const { process, importCheck, shipmentImport, productCheck, productImport } = ours;
  const { categoryCheck, supplierCheck, supplierImport } = ours;
  const ofOurs = [process, importCheck, shipmentImport, productCheck, productImport];
  ofOurs.push(categoryCheck, supplierCheck, supplierImport, ours.chargeCheck, ours.chargeImport);
  const named = JSON.stringify(input);
  if (named.includes(ours.sourceFile))
    await db.update(sourceFiles).set({ userId: id }).where(eq(sourceFiles.id, ours.sourceFile));
  if (named.includes(ours.pictureUpload))
    await db.update(pictureUploads).set({ userId: id }).where(eq(pictureUploads.id, ours.pictureUpload));
  const handedOver = ofOurs.filter((each) => named.includes(each));
  if (handedOver.length > 0) await db.update(processes).set({ askedBy: id }).where(inArray(processes.id, handedOver));
}

async function send(user: TestUser, operation: Operation, input: Record<string, unknown>) {
  const request = operation.kind === "upload" ? await uploadTo(operation, input) : requestFor(operation, input);
  const response = await api.send(user, request);
  return {
    status: response.statusCode,
    leaks: response.rawPayload.includes(canary) || JSON.stringify(response.headers).includes(canary),
  };
}

async function uploadTo({ path, fileField }: Upload, input: Record<string, unknown>) {
  const workbook = () => {
    if (path.startsWith("categories")) return workbookOf([["Category"], ["Ours"]], categoriesSheet);
    if (path.startsWith("charges")) return workbookOf([[...chargeColumns]], chargesSheet);
    if (path.startsWith("suppliers")) return workbookOf([[...allSupplierColumns]], suppliersSheet);
    return path.startsWith("products") ? productsWorkbook([]) : shipmentsWorkbook([]);
  };
  const fields = Object.entries(input).map(([name, value]) => [name, String(value)]);
  if (path.startsWith("applications")) {
    const documents = await multipart([new File(["%PDF-1.7"], "register.pdf")], { DraftId: String(input.DraftId) });
    return { method: "POST" as const, url: `/api/v1/${path}`, ...documents };
  }
  const file = path.startsWith("files") ? await sampleImageFile("logo.png") : workbookFile(await workbook());
  return {
    method: "POST" as const,
    url: `/api/v1/${path}`,
    ...(await multipart([file], { fileLocation: "1", ...Object.fromEntries(fields) }, fileField)),
  };
}

const listed = allOperations().map(([name, operation]) => ({
  name,
  operation,
  row: accessTable[name as keyof typeof accessTable],
}));

test("the access table has a row for every operation", () => {
  expect(Object.keys(accessTable).sort()).toEqual(listed.map(({ name }) => name).sort());
});

describe("the operator's staff", () => {
  test.each(listed)("$name is allowed only to the roles in its row", async ({ operation, row }) => {
    for (const role of roles.filter((name) => name !== "Supplier")) {
      const { status } = await attempt(aUser({ roles: [role] }), operation, row.input(ours));
      expect(status, role).toBe(row.roles.includes(role) ? 200 : 403);
    }
  });

  test.each(listed)("$name reveals and changes nothing for an account without a role", async ({ operation, row }) => {
    await changingNothingOfTheirs(async () => {
      const { status, leaks } = await attempt(aUser({ roles: [] }), operation, row.input(theirs));
      const isForEverybody = operation.permission === "anyone" || operation.permission === "signedIn";
      expect({ status, leaks }).toEqual({
        status: isForEverybody && row.foreign !== 404 ? 200 : expect.toBeOneOf([403, 404]),
        leaks: false,
      });
    });
  });
});

describe("a read-only user", () => {
  // These end the user's own session, keep what the user has read and wants to be told of, or are open to everybody.
  const ofTheirOwn = [
    "applications.uploadDocuments",
    "applications.submit",
    "applications.answer",
    "users.signOut",
    "notifications.open",
    "notifications.markAllRead",
    "notifications.updateMailSettings",
    "notifications.unsubscribe",
  ];
  let reader: TestUser;
  let before: Record<string, unknown>[];
  beforeAll(async () => {
    reader = await api.aUser({ roles: ["Read Only"] });
    await restore();
    await handOverProcesses(reader, { ...ours });
    before = await everyTable();
  });
  test.each(listed.filter(({ name }) => !ofTheirOwn.includes(name)))(
    "$name changes no row of any table",
    async ({ operation, row }) => {
      await send(reader, operation, row.input(ours));
      const after = await everyTable();
      // Only the operation that changed something fails, not those after it.
      const expected = before;
      before = after;
      expect(after).toEqual(expected);
    },
  );
});

describe("supplier staff", () => {
  const ourStaff = (bits: number) => aUser({ links: [{ supplier: ours.supplier, bits }] });

  test.each(listed)("$name for their own supplier requires the permissions in its row", async ({ operation, row }) => {
    for (const bits of bitSets) {
      const { status, leaks } = await attempt(ourStaff(bits), operation, row.input(ours));
      const isAllowed = row.staff === "anybody" || (bits & row.staff) !== 0;
      expect({ status, leaks }, `bits ${bits}`).toEqual({ status: isAllowed ? 200 : 403, leaks: false });
    }
  });

  test.each(listed.filter(({ row }) => row.foreign !== undefined))(
    "$name for another supplier is refused without any output or change",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const bits of bitSets) {
          const isSeen = row.seenWith === undefined || (bits & row.seenWith) !== 0;
          const answer = await attempt(ourStaff(bits), operation, row.input(theirs));
          expect(answer, `bits ${bits}`).toEqual({ status: isSeen ? row.foreign : 403, leaks: false });
        }
      });
    },
  );

  test.each(listed.filter(({ row }) => row.mixed !== undefined))(
    "$name for their own supplier is refused if it refers to another supplier's records",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const bits of bitSets) {
          const staff = ourStaff(bits);
          for (const input of [row.mixed?.(ours, theirs) ?? []].flat())
            expect(await attempt(staff, operation, input), `bits ${bits}`).toEqual({
              status: expect.toBeOneOf([403, 404, 409, 422]),
              leaks: false,
            });
          expect(await attempt(staff, shown, { id: ours.supplier })).toEqual({ status: 200, leaks: false });
        }
      });
    },
  );
  const shown = operationNamed("suppliers.get");

  test("and their own users can read what is hidden from others: the canary is found", async () => {
    const owner: Caller = { kind: "their owner", create: async () => theirOwner };
    expect(await attempt(owner, shown, { id: theirs.supplier })).toEqual({ status: 200, leaks: true });
    expect(await attempt(owner, operationNamed("files.get"), { fileId: theirs.agreement })).toEqual({
      status: 200,
      leaks: true,
    });
  });
});

/** A key may call what is open to everybody, and the operations of its scopes. */
describe("keys", () => {
  const own = [...supplierScopes];
  const scopesOf = ({ scope }: Operation) => (scope === undefined || scope === "any" ? [] : [scope].flat());
  const isForAll = ({ permission, scope }: Operation) => permission === "anyone" || scope === "any";
  const ofSupplier = (scopes: KeyScope[]) => aKey({ scopes, supplierId: ours.supplier });
  const ofMarketplace = (scopes: KeyScope[]) => aKey({ scopes, marketplaceId: ours.marketplace });

  test.each(listed)("$name needs one of its scopes, whoever the key belongs to", async ({ operation, row }) => {
    const needed = scopesOf(operation);
    const without = (scopes: readonly KeyScope[]) => scopes.filter((scope) => !needed.includes(scope));
    const kinds: [kind: string, key: Caller, has: readonly KeyScope[]][] = [
      ["organisation", aKey({ scopes: [...keyScopes] }), keyScopes],
      ["organisation without the scope", aKey({ scopes: without(keyScopes) }), without(keyScopes)],
      ["supplier", ofSupplier(own), own],
      ["supplier without the scope", ofSupplier(without(own)), without(own)],
      ["marketplace", ofMarketplace([...marketplaceScopes]), marketplaceScopes],
      ["marketplace without the scope", ofMarketplace(without(marketplaceScopes)), without(marketplaceScopes)],
    ];
    for (const [kind, key, has] of kinds) {
      const { status, leaks } = await attempt(key, operation, row.input(ours));
      const isAllowed = isForAll(operation) || needed.some((scope) => has.includes(scope));
      expect({ status, leaks }, kind).toEqual({ status: isAllowed ? 200 : 403, leaks: false });
    }
  });

  test.each(listed)(
    "$name of another supplier or marketplace is refused without any output or change",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const scopes of [...own.map((scope) => [scope]), own]) {
          const { status, leaks } = await attempt(ofSupplier(scopes), operation, row.input(theirs));
          const isCalled = isForAll(operation) || scopesOf(operation).some((scope) => scopes.includes(scope));
          expect({ status, leaks }, `supplier, ${scopes}`).toEqual({
            status: isCalled ? (row.foreign ?? expect.toBeOneOf([200, 404])) : 403,
            leaks: false,
          });
        }
        for (const scopes of [...marketplaceScopes.map((scope) => [scope]), [...marketplaceScopes]]) {
          const { status, leaks } = await attempt(ofMarketplace(scopes), operation, row.input(theirs));
          const isCalled = isForAll(operation) || scopesOf(operation).some((scope) => scopes.includes(scope));
          expect({ status, leaks }, `marketplace, ${scopes}`).toEqual({
            status: isCalled ? expect.toBeOneOf([200, 403, 404]) : 403,
            leaks: false,
          });
        }
      });
    },
  );

  test.each(listed.filter(({ row }) => row.mixed !== undefined))(
    "$name is refused if it also refers to another supplier's records",
    async ({ operation, row }) => {
      await changingNothingOfTheirs(async () => {
        for (const input of [row.mixed?.(ours, theirs) ?? []].flat())
          expect(await attempt(ofSupplier(own), operation, input)).toEqual({
            status: expect.toBeOneOf([403, 404, 409, 422]),
            leaks: false,
          });
      });
    },
  );

  test("that were revoked or have ended may call nothing", async () => {
    const dead = [
      aKey({ scopes: [...keyScopes], revokedAt: new Date() }),
      aKey({ scopes: [...keyScopes], endsAt: new Date(Date.now() - 1_000) }),
    ];
    for (const { name, operation, row } of listed.filter((entry) => scopesOf(entry.operation).length > 0))
      for (const key of dead)
        expect(await attempt(key, operation, row.input(ours)), name).toEqual({ status: 401, leaks: false });
  });
});

function operationNamed(name: string): Operation {
  const found = listed.find((entry) => entry.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found.operation;
}
