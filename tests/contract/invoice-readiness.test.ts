import { expect, it } from "vitest";
import { readinessProblemsOf } from "../../contract/rules/invoice-readiness.ts";

const ready = {
  abn: "51824753556",
  gstRegistered: true as boolean | null,
  hasAgreement: true,
  bsb: "066102",
  accountNumber: "123456789",
};
const problemsWith = (facts: Partial<typeof ready>) => readinessProblemsOf({ ...ready, ...facts });

it("is there with an ABN, an agreement and an account that a bank's file takes", () => {
  expect(problemsWith({})).toEqual([]);
  expect(problemsWith({ accountNumber: "12 345-6789" })).toEqual([]);
});

it("is not there without one of them, and says which", () => {
  expect(problemsWith({ abn: "" })).toEqual(["abnMissing"]);
  expect(problemsWith({ abn: "51824753557" })).toEqual(["abnWrong"]);
  expect(problemsWith({ gstRegistered: null })).toEqual(["gstUnknown"]);
  expect(problemsWith({ gstRegistered: false })).toEqual(["gstNo"]);
  expect(problemsWith({ hasAgreement: false })).toEqual(["noAgreement"]);
  expect(problemsWith({ bsb: "" })).toEqual(["noBankDetails"]);
  expect(problemsWith({ accountNumber: "1234567890" })).toEqual(["longAccountNumber"]);
  expect(problemsWith({ abn: "", hasAgreement: false, bsb: "", accountNumber: "" })).toEqual([
    "abnMissing",
    "noAgreement",
    "noBankDetails",
  ]);
});
