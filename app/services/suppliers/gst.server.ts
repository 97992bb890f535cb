/** The dialog that records whether a supplier is registered for GST. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { can } from "#contract/permissions.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { checkSupplierGst, supplierMessages } from "#contract/suppliers/schema.ts";

const supplierId = ({ params }: Call) => params.id ?? "";
const supplierPage = (call: Call) => `${paths.supplier(supplierId(call))}${call.url.search}`;

export async function loadGst(call: Call) {
  const supplier = await call.api(suppliers.get, { id: supplierId(call) });
  if (!can(supplier, suppliers.checkGst)) throw missing();
  const { name, abn, gstRegistered, gstRegisteredFrom } = supplier;
  return {
    name,
    abn: abn ?? "",
    values: { Registered: stateOf(gstRegistered), RegisteredFrom: gstRegisteredFrom ?? "" },
    parent: supplierPage(call),
    commandId: newCommandId(),
  };
}

function stateOf(isRegistered: boolean | null | undefined): string {
  if (isRegistered === null || isRegistered === undefined) return "unknown";
  return isRegistered ? "yes" : "no";
}

export const gstForms: Record<string, CommandForm> = {
  gst: commandForm({
    operation: suppliers.checkGst,
    schema: checkSupplierGst.omit({ SupplierId: true }),
    input: (values, call) => ({ ...values, SupplierId: supplierId(call) }),
    saved: supplierMessages.gstChecked,
    notSaved: supplierMessages.gstNotChecked,
    next: supplierPage,
  }),
};
