import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importCommand, importId, importList, importResult, lastImport, processId } from "#contract/imports.ts";
import { manyPreview } from "#contract/many.ts";
import { command, download, edit, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { supplierImport, supplierImportSummary } from "./import.ts";
import { changeSuppliers, tryChangingSuppliers } from "./many.ts";
import {
  addSupplier,
  addSupplierUser,
  agreeToMarketplaceAgreement,
  checkSupplierGst,
  removeCarrierKey,
  removeSupplierUser,
  setCarrierKey,
  supplierFilters,
  supplierMarketplace,
  supplierMarketplaceLink,
  supplierRow,
  supplierSchema,
  supplierSortFields,
  supplierUser,
  updateSupplierAddress,
  updateSupplierDetails,
  updateSupplierFinancialDetails,
  updateSupplierUser,
  upsertSupplierMarketplace,
  verifySupplierBankDetails,
} from "./schema.ts";

/** The API assigns the id of a new supplier; the field is part of the contract, and must be 0 or left out. */
const placeholderId = z
  .literal(0, "A new supplier gets its number from the API: leave SupplierId out, or 0.")
  .default(0);

/** Creates and changes suppliers. Cells that the caller may not change by the forms are refused row by row. */
const importing = { permission: "suppliers.add", feature: "supplierWorkbooks" } as const;

export const suppliers = {
  list: query("Suppliers", {
    permission: "suppliers.view",
    input: supplierFilters.extend(paging(supplierSortFields, { maxPageSize: 10_000 }).shape),
    output: paged(supplierRow),
  }),
  get: query("suppliers/{id}", {
    permission: "suppliers.view",
    input: z.object({ id: recordId }),
    output: supplierSchema,
  }),
  /** Returns the new supplier's id. */
  add: command("suppliers/AddSupplier", {
    permission: "suppliers.add",
    effect: "work",
    input: addSupplier.extend({ SupplierId: placeholderId }),
    output: z.number().int(),
  }),
  /**
   * `Suppliers.xlsx` with a row for each supplier and each of its people, and all columns that an import can change. Not
   * part of other APIs, nor are the operations that follow, up to the refused rows.
   */
  excelExport: download("suppliers/ExcelExport", {
    permission: "suppliers.view",
    feature: "supplierWorkbooks",
    input: supplierFilters.extend(exportFormat),
  }),
  /** Reads a workbook and answers with the id for `processing`. Its result states what would be done. */
  excelImportCheck: upload("suppliers/ExcelImportCheck", {
    ...importing,
    input: supplierImport,
    output: processId,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  }),
  /** Carries out a checked import, once, and invites its new people. Returns the id of a new process. */
  applyImport: command("suppliers/ApplyImport", {
    ...importing,
    effect: "access",
    input: importCommand,
    output: processId,
  }),
  /** Reverts an import, once, except where newer changes exist. Returns the id of a new process. */
  undoImport: command("suppliers/UndoImport", {
    ...importing,
    effect: "access",
    input: importCommand,
    output: processId,
  }),
  /** Returns the result of an import, or of a check, to the user who started it. */
  excelImportResult: query("suppliers/ExcelImportResult", {
    ...importing,
    input: importId,
    output: importResult(supplierImportSummary),
  }),
  /** The imports of the caller that are still stored. */
  excelImports: query("suppliers/ExcelImports", { ...importing, input: z.object({}), output: importList }),
  /** Returns the latest of them; null if there is none. */
  lastExcelImport: query("suppliers/LastExcelImport", { ...importing, input: z.object({}), output: lastImport }),
  /** The refused rows as in the workbook, with the reasons. */
  excelImportRefused: download("suppliers/ExcelImportRefused", { ...importing, input: importId }),
  updateAddress: command("suppliers/UpdateSupplierAddress", {
    permission: "canUpdateGeneralDetails",
    effect: "work",
    input: updateSupplierAddress.extend(edit),
  }),
  updateDetails: command("suppliers/UpdateSupplierDetails", {
    permission: "canUpdateGeneralDetails",
    effect: "work",
    input: updateSupplierDetails.extend(edit),
  }),
  updateFinancialDetails: command("suppliers/UpdateSupplierFinancialDetails", {
    permission: "canUpdateBankDetails",
    effect: "money",
    input: updateSupplierFinancialDetails.extend(edit),
  }),
  /** Must be done by somebody other than who changed them last. Not part of other APIs. */
  verifyBankDetails: command("suppliers/VerifySupplierBankDetails", {
    permission: "canVerifyBankDetails",
    effect: "money",
    input: verifySupplierBankDetails,
  }),
  /** Records whether the supplier is registered for GST, as checked by operator staff. Not part of other APIs. */
  checkGst: command("suppliers/CheckSupplierGst", {
    permission: "canCheckGst",
    effect: "work",
    input: checkSupplierGst.extend(edit),
  }),
  /** The key of the supplier's carrier, Shippit, which is never answered again. Not part of other APIs. */
  setCarrierKey: command("suppliers/SetCarrierKey", {
    permission: "canUpdateGeneralDetails",
    effect: "destination",
    feature: "carrierCard",
    secretFields: ["Key"],
    input: setCarrierKey.extend(edit),
  }),
  /** With `Shown`, only the key that was shown is removed. Not part of other APIs. */
  removeCarrierKey: command("suppliers/RemoveCarrierKey", {
    permission: "canUpdateGeneralDetails",
    effect: "withdrawal",
    feature: "carrierCard",
    input: removeCarrierKey.extend(edit),
  }),
  /**
   * Invites a person, who accepts with the link in an email. The response is the same whether or not they have an
   * account.
   */
  addUser: command("suppliers/AddSupplierUser", {
    permission: "canManageUsers",
    effect: "access",
    input: addSupplierUser,
    output: supplierUser,
  }),
  updateUser: command("suppliers/UpdateSupplierUser", {
    permission: "canManageUsers",
    effect: "access",
    input: updateSupplierUser.extend(edit),
  }),
  /** Keeps the user's account. */
  removeUser: command("suppliers/RemoveSupplierUser", {
    permission: "canManageUsers",
    effect: "withdrawal",
    input: removeSupplierUser,
  }),
  /** Creates a new agreement and waits for the supplier to agree, unless nothing changes. */
  upsertMarketplace: command("suppliers/UpsertSupplierMarketplace", {
    permission: "canManageMarketplaces",
    effect: "work",
    input: upsertSupplierMarketplace.extend(edit),
    output: supplierMarketplace,
  }),
  agreeToMarketplaceAgreement: command("suppliers/AgreeToMarketplaceAgreement", {
    permission: "canAgreeToMarketplaceTerms",
    effect: "work",
    input: agreeToMarketplaceAgreement,
  }),
  /** Also removes the supplier's products from the marketplace. */
  disableMarketplace: command("suppliers/DisableMarketplace", {
    permission: "canManageMarketplaces",
    effect: "withdrawal",
    canBeUndone: true,
    input: supplierMarketplaceLink,
  }),
  /** Shows what `changeMany` would do to the first suppliers; changes nothing. Not part of other APIs. */
  previewMany: query("suppliers/PreviewMany", {
    method: "POST",
    permission: "suppliers.add",
    feature: "manyAtOnce",
    input: tryChangingSuppliers,
    output: manyPreview,
  }),
  /** Changes many suppliers in the background. Returns the id for `processing`, with which a disabling can be undone. */
  changeMany: command("suppliers/ChangeMany", {
    permission: "suppliers.add",
    effect: "work",
    feature: "manyAtOnce",
    input: changeSuppliers,
    output: processId,
  }),
  /** The supplier has to agree again, and the products await approval. */
  enableMarketplace: command("suppliers/EnableMarketplace", {
    permission: "canManageMarketplaces",
    effect: "work",
    input: supplierMarketplaceLink,
  }),
};
