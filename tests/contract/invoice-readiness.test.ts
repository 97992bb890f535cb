import { expect, it } from "vitest";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import { readinessProblemsOf } from "#contract/rules/invoice-readiness.ts";

const ready = {
  abn: "51824753556",
  gstRegistered: true as boolean | null,
  noAbnReason: "",
  hasAgreement: true,
  bsb: "066102",
  accountNumber: "123456789",
  documentKinds: ["taxInvoice"] as DocumentKind[],
};
const problemsWith = (facts: Partial<typeof ready>) => readinessProblemsOf({ ...ready, ...facts });

it("a supplier is ready for invoices with an ABN, an agreement and a payable account", () => {
  expect(problemsWith({})).toEqual([]);
  expect(problemsWith({ accountNumber: "12 345-6789" })).toEqual([]);
});

it("a supplier without a registration for GST is ready, because it gets a statement of supplies", () => {
  expect(problemsWith({ gstRegistered: false })).toEqual([]);
});

it("a supplier that nobody has checked is ready for what was sold in its name", () => {
  expect(problemsWith({ gstRegistered: null, documentKinds: ["agentWithoutGst"] })).toEqual([]);
  expect(problemsWith({ gstRegistered: null, documentKinds: ["agent", "undecided"] })).toEqual(["gstUnknown"]);
});

it("a supplier without any of these is not ready, and the missing one is reported", () => {
  expect(problemsWith({ abn: "" })).toEqual(["abnMissing"]);
  expect(problemsWith({ abn: "51824753557" })).toEqual(["abnWrong"]);
  expect(problemsWith({ gstRegistered: null })).toEqual(["gstUnknown"]);
  expect(problemsWith({ hasAgreement: false })).toEqual(["noAgreement"]);
  expect(problemsWith({ bsb: "" })).toEqual(["noBankDetails"]);
  expect(problemsWith({ accountNumber: "1234567890" })).toEqual(["longAccountNumber"]);
  expect(problemsWith({ abn: "", hasAgreement: false, bsb: "", accountNumber: "" })).toEqual([
    "abnMissing",
    "noAgreement",
    "noBankDetails",
  ]);
});
