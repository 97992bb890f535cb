/** Finding, exporting and erasing what is known about a customer. */
import { customerPaths } from "#app/lib/customer-paths.ts";
import { notExported } from "#app/lib/export.ts";
import { withParams } from "#app/lib/paths.ts";
import { commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { customers } from "#contract/customers/operations.ts";
import { customerMessages, type exportReaders, internalFile, personalFile } from "#contract/customers/schema.ts";
import { formatDay } from "#contract/rules/dates.ts";

const typedIn = ({ url }: RequestContext) => url.searchParams.get("q") ?? "";
const idsIn = ({ url }: RequestContext) => url.searchParams.getAll("ids");
const here = (context: RequestContext) => withParams(customerPaths.find(), { q: typedIn(context) });

export async function loadCustomers(context: RequestContext) {
  const typed = typedIn(context);
  const page = { text: typed.trim().slice(0, 100), problem: null, orders: [], isCut: false };
  if (page.text === "") return page;
  const { data: input, error } = customers.find.input.safeParse({ Text: typed });
  if (!input) return { ...page, problem: error.issues[0]?.message ?? null };
  const [{ orders, isCut }, zone] = await Promise.all([context.api(customers.find, input), operatorZone()]);
  return { ...page, orders: orders.map((order) => ({ ...order, date: formatDay(order.orderDate, zone) })), isCut };
}

/** The chosen orders, which must be among those that were found. */
export async function loadErasure(context: RequestContext) {
  const { orders } = await loadCustomers(context);
  const ids = idsIn(context);
  const chosen = orders.filter(({ id }) => ids.includes(String(id)));
  const toErase = chosen.filter(({ whyKept }) => whyKept === null);
  if (toErase.length === 0)
    throw await redirectWithError(
      here(context),
      chosen.length === 0
        ? "Please choose at least one order."
        : "None of these orders can be erased yet. Beside each you see why.",
    );
  return {
    toErase: toErase.map(({ id, marketplaceOrderId, customerName }) => ({ id, marketplaceOrderId, customerName })),
    keptCount: chosen.length - toErase.length,
    commandId: newCommandId(),
  };
}

export const eraseForms = {
  erase: commandForm({
    operation: customers.erase,
    input: (_, context) => ({ OrderIds: idsIn(context).map(Number) }),
    saved: customerMessages.erased,
    notSaved: customerMessages.notErased,
    next: here,
  }),
};

/** @param reader whom the file is for */
export const exportCustomer = (reader: (typeof exportReaders)[number]) => (context: RequestContext) =>
  download(context, {
    operation: customers.export,
    input: { ids: idsIn(context).join(), reader },
    fileName: reader === "operator" ? internalFile : personalFile,
    page: here(context),
    notDownloaded: notExported,
  });
