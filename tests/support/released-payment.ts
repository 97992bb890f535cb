import { operations } from "#contract/operations.ts";
import type { Api } from "./api.ts";
import type { TestUser } from "./world.ts";

const { makePayment, releasePayment } = operations.invoices;

/** Makes a payment as this user, and releases it as somebody else. Returns its number. */
export async function aReleasedPayment(api: Api, user: TestUser, input: { InvoiceIds: number[]; BankDate: string }) {
  const PaymentRunId = await api.ok(user, makePayment, input);
  const other = await api.aUser({ roles: ["Finance"], givenName: "Robin", surname: "Poe" });
  await api.ok(other, releasePayment, { PaymentRunId, BankDate: input.BankDate });
  return PaymentRunId;
}
