/** The dialog that asks for the clicks on referral products, and the file. */
import { referralExportForm } from "@contract/products/forms.ts";
import { products } from "@contract/products/operations.ts";
import { referralDays } from "@contract/rules/referral-days.ts";
import { notExported, referralsFile } from "~/lib/export";
import { paths } from "~/lib/paths";
import type { Call } from "./call.server";
import { download } from "./download.server";
import { marketplaceOptions, supplierOptions } from "./pickers.server";
import { redirectWithError } from "./toast.server";

const typedIn = ({ url }: Call) => Object.fromEntries(url.searchParams);

/** What the address says, as it was typed, and days where it says none. */
export async function loadReferralExport(call: Call) {
  const [suppliers, marketplaces] = await Promise.all([supplierOptions(call), marketplaceOptions(call)]);
  const filters: Record<string, string> = { ...referralDays(new Date()), ...typedIn(call) };
  return { filters, defaults: {}, options: { supplierId: suppliers, marketplaceId: marketplaces } };
}

/** The days are those of UTC. */
export async function exportReferrals(call: Call): Promise<Response> {
  const page = `${paths.referrals()}${call.url.search}`;
  const typed = referralExportForm.safeParse(typedIn(call));
  if (!typed.success) return redirectWithError(page, typed.error.issues[0]?.message ?? notExported);
  const { fromDate, toDate, ...of } = typed.data;
  return download(call, {
    operation: products.excelReferralsExport,
    input: { ...of, fromDate: `${fromDate}T00:00:00.000Z`, toDate: `${toDate}T23:59:59.999Z` },
    fileName: referralsFile,
    page,
    notDownloaded: notExported,
  });
}
