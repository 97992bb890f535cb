/** The agreement as a supplier would get it, to read the clauses in their place. */
import { eq } from "drizzle-orm";
import { onOneLine } from "#api/areas/shared/address.ts";
import { hasRulesFor } from "#api/areas/shared/commission.ts";
import { agreementPdf } from "#api/areas/suppliers/agreement-kind.ts";
import { addresses, marketplaces } from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { makeDocument } from "#api/core/documents/make-document.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { exclusive } from "#contract/rules/money.ts";
import { marketplaceDefaults } from "#contract/suppliers/schema.ts";

const exampleSupplier = {
  name: "Example Supplier",
  legalName: "Example Supplier Pty Ltd",
  abn: "",
  address: "",
  gstRegistered: true,
};

export const previewAgreement: Handler<Operations["marketplaces"]["previewAgreement"]> = async (
  { id },
  { db, files, caller, config, now },
) => {
  const [row] = await db
    .select({ marketplace: marketplaces, office: addresses })
    .from(marketplaces)
    .leftJoin(addresses, eq(addresses.id, marketplaces.businessAddressId))
    .where(eq(marketplaces.id, id));
  if (!row) throw notFound("This marketplace");
  const { name, legalName, abn, terms, agentFrom } = row.marketplace;
  const content = await makeDocument(
    agreementPdf,
    {
      agreement: {
        marketplace: { name, legalName, abn, terms, agentFrom, address: row.office ? onOneLine(row.office) : "" },
        supplier: exampleSupplier,
        commissionRate: marketplaceDefaults.commissionRate,
        hasCommissionRules: await hasRulesFor(db, id),
        referralCostPerClick: exclusive(marketplaceDefaults.referralCostPerClickIncTax, config.gstRate),
        madeAt: now,
        gstRate: config.gstRate,
        timeZone: config.timeZone,
      },
      letterhead: await letterheadOf({ db, files, config }),
    },
    caller.userId,
  );
  return { content, contentType: "application/pdf", fileName: `${name} Terms & Conditions.pdf` };
};
