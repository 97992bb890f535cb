import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importOperations, processId } from "#contract/imports.ts";
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

const imports = importOperations({
  area: "suppliers",
  what: "suppliers",
  access: importing,
  effect: "access",
  besides: ", and invites its new people",
  summary: supplierImportSummary,
  of: z.object({}),
});

export const suppliers = {
  list: query("Suppliers", {
    description: "Lists the suppliers that the caller sees, a page at a time.",
    permission: "suppliers.view",
    input: supplierFilters.extend(paging(supplierSortFields, { maxPageSize: 10_000 }).shape),
    output: paged(supplierRow),
  }),
  get: query("suppliers/{id}", {
    description:
      "Returns a supplier with its addresses, marketplaces and users. Flags say what the caller may do with it, and what the caller may not see is null.",
    permission: "suppliers.view",
    input: z.object({ id: recordId }),
    output: supplierSchema,
  }),
  add: command("suppliers/AddSupplier", {
    description: "Adds a supplier. Returns its id.",
    permission: "suppliers.add",
    effect: "work",
    input: addSupplier.extend({ SupplierId: placeholderId }),
    output: z.number().int(),
  }),
  /** Not part of other APIs, nor are the operations that follow, up to the refused rows. */
  excelExport: download("suppliers/ExcelExport", {
    description:
      "Returns `Suppliers.xlsx` with a row for each supplier and each of its people. It has all columns that an import can change.",
    permission: "suppliers.view",
    feature: "supplierWorkbooks",
    input: supplierFilters.extend(exportFormat),
  }),
  excelImportCheck: upload("suppliers/ExcelImportCheck", {
    description:
      "Checks a workbook of suppliers and answers with the id for `processing`. Its result states what would be done.",
    ...importing,
    input: supplierImport,
    output: processId,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  }),
  applyImport: imports.apply,
  undoImport: imports.undo,
  excelImportResult: imports.result,
  excelImports: imports.list,
  lastExcelImport: imports.last,
  excelImportRefused: imports.refused,
  updateAddress: command("suppliers/UpdateSupplierAddress", {
    description: "Sets the billing address of a supplier.",
    permission: "canUpdateGeneralDetails",
    effect: "work",
    input: updateSupplierAddress.extend(edit),
  }),
  updateDetails: command("suppliers/UpdateSupplierDetails", {
    description: "Changes the names, description, contacts for orders and handling time of a supplier.",
    permission: "canUpdateGeneralDetails",
    effect: "work",
    input: updateSupplierDetails.extend(edit),
  }),
  updateFinancialDetails: command("suppliers/UpdateSupplierFinancialDetails", {
    description:
      "Changes the ABN, bank account and billing contacts of a supplier. Another account has to be confirmed by somebody else.",
    permission: "canUpdateBankDetails",
    effect: "money",
    input: updateSupplierFinancialDetails.extend(edit),
  }),
  /** Not part of other APIs. */
  verifyBankDetails: command("suppliers/VerifySupplierBankDetails", {
    description: "Confirms the bank details of a supplier. Must be done by somebody other than who changed them last.",
    permission: "canVerifyBankDetails",
    effect: "money",
    input: verifySupplierBankDetails,
  }),
  /** Not part of other APIs. */
  checkGst: command("suppliers/CheckSupplierGst", {
    description: "Records whether the supplier is registered for GST, as checked by operator staff.",
    permission: "canCheckGst",
    effect: "work",
    input: checkSupplierGst.extend(edit),
  }),
  setCarrierKey: command("suppliers/SetCarrierKey", {
    description: "Stores the key of the supplier's account with the carrier Shippit. It is never answered again.",
    permission: "canUpdateGeneralDetails",
    effect: "destination",
    feature: "carrierCard",
    secretFields: ["Key"],
    input: setCarrierKey.extend(edit),
  }),
  removeCarrierKey: command("suppliers/RemoveCarrierKey", {
    description: "Removes the key of the supplier's carrier. With `Shown`, only the key that was shown is removed.",
    permission: "canUpdateGeneralDetails",
    effect: "withdrawal",
    feature: "carrierCard",
    input: removeCarrierKey.extend(edit),
  }),
  addUser: command("suppliers/AddSupplierUser", {
    description:
      "Invites a person to a supplier, who accepts with the link in an email. The response is the same whether or not they have an account.",
    permission: "canManageUsers",
    effect: "access",
    input: addSupplierUser,
    output: supplierUser,
  }),
  updateUser: command("suppliers/UpdateSupplierUser", {
    description: "Sets what a user may do for a supplier.",
    permission: "canManageUsers",
    effect: "access",
    input: updateSupplierUser.extend(edit),
  }),
  removeUser: command("suppliers/RemoveSupplierUser", {
    description: "Ends a user's access to a supplier. Keeps the user's account.",
    permission: "canManageUsers",
    effect: "withdrawal",
    input: removeSupplierUser,
  }),
  upsertMarketplace: command("suppliers/UpsertSupplierMarketplace", {
    description:
      "Sets the terms of a supplier on a marketplace. Creates a new agreement and waits for the supplier to agree, unless nothing changes.",
    permission: "canManageMarketplaces",
    effect: "work",
    input: upsertSupplierMarketplace.extend(edit),
    output: supplierMarketplace,
  }),
  agreeToMarketplaceAgreement: command("suppliers/AgreeToMarketplaceAgreement", {
    description: "Agrees to an agreement with a marketplace, on behalf of the supplier.",
    permission: "canAgreeToMarketplaceTerms",
    effect: "work",
    input: agreeToMarketplaceAgreement,
  }),
  disableMarketplace: command("suppliers/DisableMarketplace", {
    description: "Disables a marketplace for a supplier. Also removes the supplier's products from the marketplace.",
    permission: "canManageMarketplaces",
    effect: "withdrawal",
    canBeUndone: true,
    input: supplierMarketplaceLink,
  }),
  previewMany: query("suppliers/PreviewMany", {
    description: "Shows what `changeMany` would do to the first suppliers. Changes nothing.",
    method: "POST",
    permission: "suppliers.add",
    feature: "manyAtOnce",
    input: tryChangingSuppliers,
    output: manyPreview,
  }),
  changeMany: command("suppliers/ChangeMany", {
    description:
      "Changes many suppliers in the background. Returns the id for `processing`, with which a disabling can be undone.",
    permission: "suppliers.add",
    effect: "work",
    feature: "manyAtOnce",
    input: changeSuppliers,
    output: processId,
  }),
  enableMarketplace: command("suppliers/EnableMarketplace", {
    description:
      "Enables a marketplace for a supplier again. The supplier has to agree again, and the products await approval.",
    permission: "canManageMarketplaces",
    effect: "work",
    input: supplierMarketplaceLink,
  }),
};
