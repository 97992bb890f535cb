import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
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
    input: addSupplier.extend({ SupplierId: placeholderId }),
    output: z.number().int(),
  }),
  updateAddress: command("suppliers/UpdateSupplierAddress", {
    permission: "canUpdateGeneralDetails",
    input: updateSupplierAddress.extend(edit),
  }),
  updateDetails: command("suppliers/UpdateSupplierDetails", {
    permission: "canUpdateGeneralDetails",
    input: updateSupplierDetails.extend(edit),
  }),
  updateFinancialDetails: command("suppliers/UpdateSupplierFinancialDetails", {
    permission: "canUpdateBankDetails",
    stepUp: true,
    input: updateSupplierFinancialDetails.extend(edit),
  }),
  /** Must be done by somebody other than who changed them last. Not part of other APIs. */
  verifyBankDetails: command("suppliers/VerifySupplierBankDetails", {
    permission: "canVerifyBankDetails",
    stepUp: true,
    input: verifySupplierBankDetails,
  }),
  /** Records whether the supplier is registered for GST, as checked by operator staff. Not part of other APIs. */
  checkGst: command("suppliers/CheckSupplierGst", { permission: "canCheckGst", input: checkSupplierGst }),
  /** The key of the supplier's carrier, Shippit, which is never answered again. Not part of other APIs. */
  setCarrierKey: command("suppliers/SetCarrierKey", {
    permission: "canUpdateGeneralDetails",
    feature: "carrierCard",
    secretFields: ["Key"],
    input: setCarrierKey.extend(edit),
  }),
  /** With `Shown`, only the key that was shown is removed. Not part of other APIs. */
  removeCarrierKey: command("suppliers/RemoveCarrierKey", {
    permission: "canUpdateGeneralDetails",
    feature: "carrierCard",
    input: removeCarrierKey.extend(edit),
  }),
  /**
   * Invites a person, who accepts with the link in an email. The response is the same whether or not they have an
   * account.
   */
  addUser: command("suppliers/AddSupplierUser", {
    permission: "canManageUsers",
    stepUp: true,
    input: addSupplierUser,
    output: supplierUser,
  }),
  updateUser: command("suppliers/UpdateSupplierUser", {
    permission: "canManageUsers",
    stepUp: true,
    input: updateSupplierUser.extend(edit),
  }),
  /** Keeps the user's account. */
  removeUser: command("suppliers/RemoveSupplierUser", { permission: "canManageUsers", input: removeSupplierUser }),
  /** Creates a new agreement and waits for the supplier to agree, unless nothing changes. */
  upsertMarketplace: command("suppliers/UpsertSupplierMarketplace", {
    permission: "canManageMarketplaces",
    input: upsertSupplierMarketplace.extend(edit),
    output: supplierMarketplace,
  }),
  agreeToMarketplaceAgreement: command("suppliers/AgreeToMarketplaceAgreement", {
    permission: "canAgreeToMarketplaceTerms",
    input: agreeToMarketplaceAgreement,
  }),
  /** Also removes the supplier's products from the marketplace. */
  disableMarketplace: command("suppliers/DisableMarketplace", {
    permission: "canManageMarketplaces",
    input: supplierMarketplaceLink,
  }),
  /** The supplier has to agree again, and the products await approval. */
  enableMarketplace: command("suppliers/EnableMarketplace", {
    permission: "canManageMarketplaces",
    input: supplierMarketplaceLink,
  }),
};
