import { z } from "zod";
import { recordId } from "../fields.ts";
import { command, query } from "../operation.ts";
import { paged, paging } from "../paging.ts";
import {
  addSupplier,
  addSupplierUser,
  agreeToMarketplaceAgreement,
  removeSupplierUser,
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

/** The API gives the number of a new supplier; the field is in the agreement, and must be 0 or left out. */
const numberToCome = z.literal(0, "A new supplier gets its number from the API: leave SupplierId out, or 0.").default(0);

export const suppliers = {
  list: query("Suppliers", {
    permission: "suppliers.view",
    input: supplierFilters.extend(paging(supplierSortFields, { maxPageSize: 10_000 }).shape),
    output: paged(supplierRow),
  }),
  get: query("suppliers/{id}", { permission: "suppliers.view", input: z.object({ id: recordId }), output: supplierSchema }),
  /** Answers with the new supplier's id. */
  add: command("suppliers/AddSupplier", {
    permission: "suppliers.add",
    input: addSupplier.extend({ SupplierId: numberToCome }),
    output: z.number().int(),
  }),
  updateAddress: command("suppliers/UpdateSupplierAddress", { permission: "canUpdateGeneralDetails", input: updateSupplierAddress }),
  updateDetails: command("suppliers/UpdateSupplierDetails", { permission: "canUpdateGeneralDetails", input: updateSupplierDetails }),
  updateFinancialDetails: command("suppliers/UpdateSupplierFinancialDetails", {
    permission: "canUpdateBankDetails",
    input: updateSupplierFinancialDetails,
  }),
  /** By somebody else than who changed them last. Not among the calls of other APIs. */
  verifyBankDetails: command("suppliers/VerifySupplierBankDetails", { permission: "canVerifyBankDetails", input: verifySupplierBankDetails }),
  /** Makes an account where the mail address has none; the answer is the same. */
  addUser: command("suppliers/AddSupplierUser", { permission: "canManageUsers", input: addSupplierUser, output: supplierUser }),
  updateUser: command("suppliers/UpdateSupplierUser", { permission: "canManageUsers", input: updateSupplierUser }),
  /** The account stays. */
  removeUser: command("suppliers/RemoveSupplierUser", { permission: "canManageUsers", input: removeSupplierUser }),
  /** Makes the agreement anew and waits for the supplier to agree, unless nothing changes. */
  upsertMarketplace: command("suppliers/UpsertSupplierMarketplace", {
    permission: "canManageMarketplaces",
    input: upsertSupplierMarketplace,
    output: supplierMarketplace,
  }),
  agreeToMarketplaceAgreement: command("suppliers/AgreeToMarketplaceAgreement", {
    permission: "canAgreeToMarketplaceTerms",
    input: agreeToMarketplaceAgreement,
  }),
  /** Takes the supplier's products from the marketplace, too. */
  disableMarketplace: command("suppliers/DisableMarketplace", { permission: "canManageMarketplaces", input: supplierMarketplaceLink }),
  /** The supplier has to agree again, and the products wait for approval. */
  enableMarketplace: command("suppliers/EnableMarketplace", { permission: "canManageMarketplaces", input: supplierMarketplaceLink }),
};
