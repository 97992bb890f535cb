/** Codes of accounts and names of tax rates in an accounting program, which the bills of an export need. */
import type { ChargeKind } from "./charge.ts";

export const billCodes = [
  "PurchasesCode",
  "PurchasesTax",
  "GstFreePurchasesCode",
  "GstFreePurchasesTax",
  "ProceedsCode",
  "ProceedsTax",
  "CommissionCode",
  "FeeCode",
  "AdvertisingCode",
  "FineCode",
  "GoodwillCode",
  "OtherCode",
  "SalesTax",
  "GstFreeSalesTax",
] as const;
export type BillCode = (typeof billCodes)[number];

export const billCodeNames: Readonly<Record<BillCode, string>> = {
  PurchasesCode: "Account of purchases with GST",
  PurchasesTax: "Tax rate of purchases with GST",
  GstFreePurchasesCode: "Account of purchases without GST",
  GstFreePurchasesTax: "Tax rate of purchases without GST",
  ProceedsCode: "Account of proceeds of agency sales",
  ProceedsTax: "Tax rate of proceeds of agency sales",
  CommissionCode: "Account of commission",
  FeeCode: "Account of fees",
  AdvertisingCode: "Account of advertising",
  FineCode: "Account of fines",
  GoodwillCode: "Account of goodwill",
  OtherCode: "Account of other charges",
  SalesTax: "Tax rate of commission and charges with GST",
  GstFreeSalesTax: "Tax rate of commission and charges without GST",
};

/** Opening balances are in no bill. */
export const codeOfCharge: Readonly<Record<Exclude<ChargeKind, "openingBalance">, BillCode>> = {
  fee: "FeeCode",
  advertising: "AdvertisingCode",
  fine: "FineCode",
  goodwill: "GoodwillCode",
  other: "OtherCode",
};
