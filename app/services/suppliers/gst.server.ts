/** The dialog that records whether a supplier is registered for GST. */

import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { can } from "#contract/permissions.ts";
import { formatPlainDay } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { nameOrSelf } from "#contract/rules/name-or-self.ts";
import { supplierGst } from "#contract/suppliers/edits.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { checkSupplierGst, type GstState, supplierMessages } from "#contract/suppliers/schema.ts";

const supplierId = ({ param }: RequestContext) => param("id");
const supplierPage = (context: RequestContext) => `${paths.supplier(supplierId(context))}${context.url.search}`;

export async function loadGst(context: RequestContext) {
  const supplier = await context.api(suppliers.get, { id: supplierId(context) });
  if (!can(supplier, suppliers.checkGst)) throw missing();
  const { name, abn } = supplier;
  const { Registered, RegisteredFrom, RegisteredUntil, NoAbnReason } = supplierGst(supplier);
  return {
    name,
    abn: abn ?? "",
    values: { Registered, RegisteredFrom: RegisteredFrom ?? "", RegisteredUntil: RegisteredUntil ?? "", NoAbnReason },
    shown: shownText(supplierGst(supplier)),
    parent: supplierPage(context),
    commandId: newCommandId(),
  };
}

const stateNames: Record<GstState, string> = { yes: "Yes", no: "No", unknown: "Unknown" };

const dayOrNone = (day: unknown) => (typeof day === "string" ? formatPlainDay(day) : "no day");

export const gstForms: Record<string, CommandForm> = {
  gst: commandForm({
    operation: suppliers.checkGst,
    schema: checkSupplierGst.omit({ SupplierId: true }),
    input: (values, context) => ({ ...values, SupplierId: supplierId(context) }),
    conflictFields: {
      Registered: { display: (state) => nameOrSelf(stateNames, String(state)) },
      RegisteredFrom: { display: dayOrNone },
      RegisteredUntil: { display: dayOrNone },
    },
    saved: supplierMessages.gstChecked,
    notSaved: supplierMessages.gstNotChecked,
    next: supplierPage,
  }),
};
