/** The dialog that exports the clicks on referral products, and its file. */

import { redirect } from "@remix-run/node";
import { notExported, referralsFile } from "#app/lib/export.ts";
import { paths } from "#app/lib/paths.ts";
import { marketplaceOptions, supplierFilter } from "#app/services/forms/pickers.server.ts";
import { exportedAs, wrongDays } from "#app/services/pages/exports.server.ts";
import { optionsOf } from "#app/services/pages/list.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import { download } from "#app/services/request/download.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithError } from "#app/services/request/toast.server.ts";
import { referralExportForm } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import { endOfDay, startOfDay } from "#contract/rules/dates.ts";
import { referralDays } from "#contract/rules/referral-days.ts";

const typedIn = ({ url }: RequestContext) => Object.fromEntries(url.searchParams);

/** Returns the query parameters as typed, with default days. */
export async function loadReferralExport(context: RequestContext) {
  const filters: Record<string, string> = { ...referralDays(new Date()), ...typedIn(context) };
  const options = {
    supplierId: () => supplierFilter(context, paths.referrals()),
    marketplaceId: () => marketplaceOptions(context),
  };
  return { filters, defaults: {}, wrong: wrongDays(filters), ...(await optionsOf(options, filters)) };
}

export async function exportReferrals(context: RequestContext): Promise<Response> {
  const page = `${paths.referrals()}${context.url.search}`;
  const typed = referralExportForm.safeParse(typedIn(context));
  // The page says it at the field.
  if (wrongDays(typedIn(context)).length > 0) return redirect(page);
  if (!typed.success) return redirectWithError(page, typed.error.issues[0]?.message ?? notExported);
  const zone = await operatorZone();
  const { fromDate, toDate, ...of } = typed.data;
  const { format, fileName } = exportedAs(context, referralsFile);
  return download(context, {
    operation: products.excelReferralsExport,
    input: { ...of, fromDate: startOfDay(fromDate, zone), toDate: endOfDay(toDate, zone), ...format },
    fileName,
    page,
    notDownloaded: notExported,
  });
}
