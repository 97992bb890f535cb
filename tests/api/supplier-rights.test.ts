import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { commands, suppliers } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { supplierDetails, supplierFinances } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { updateAddress, updateDetails, updateFinancialDetails } = operations.suppliers;

let supplier: number;
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Before" });
});

async function stored() {
  const [row] = await api.database.db.select().from(suppliers).where(eq(suppliers.id, supplier));
  return row;
}

const changes = [
  [
    "updateDetails",
    SupplierPermission.generalDetails,
    (user: TestUser, id: number) => api.call(user, updateDetails, supplierDetails(id)),
  ],
  [
    "updateAddress",
    SupplierPermission.generalDetails,
    (user: TestUser, id: number) => api.call(user, updateAddress, { SupplierId: id, BillingAddressId: randomUUID() }),
  ],
  [
    "updateFinancialDetails",
    SupplierPermission.financialDetails,
    (user: TestUser, id: number) => api.call(user, updateFinancialDetails, supplierFinances(id)),
  ],
] as const;

test.each(changes)("%s answers 404 for another's supplier and for an unknown one", async (_name, _bit, send) => {
  const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
  for (const id of [supplier, 2_000_000_000]) {
    expect(await send(stranger, id)).toMatchObject({
      status: 404,
      problem: { message: "This supplier does not exist, or you may not see it." },
    });
  }
  expect(await stored()).toMatchObject({ name: "Before", abn: "53004085616" });
});

test.each(changes)("%s needs the permission, not just access to the supplier", async (_name, bit, send) => {
  for (const user of [
    await api.aUser({ links: [{ supplier, bits: 63 - bit }] }),
    await api.aUser({ roles: ["Read Only"] }),
  ]) {
    expect(await send(user, supplier)).toMatchObject({ status: 403, problem: { title: "Not allowed" } });
    expect(await api.database.db.$count(commands, eq(commands.userId, user.id))).toBe(0);
  }
  expect(await stored()).toMatchObject({ name: "Before", abn: "53004085616" });
});

test.each(changes)("%s is allowed to staff with only the permission for it", async (name, bit, send) => {
  const { status } = await send(await api.aUser({ links: [{ supplier, bits: bit }] }), supplier);
  // The address id in this request does not exist.
  expect(status).toBe(name === "updateAddress" ? 422 : 200);
});

test("staff of two suppliers have the permissions of each link on that supplier only", async () => {
  const other = await api.aSupplier();
  const user = await api.aUser({
    links: [
      { supplier, bits: 2 },
      { supplier: other, bits: 1 },
    ],
  });
  expect((await api.call(user, updateDetails, supplierDetails(supplier))).status).toBe(403);
  expect((await api.call(user, updateDetails, supplierDetails(other))).status).toBe(200);
});
