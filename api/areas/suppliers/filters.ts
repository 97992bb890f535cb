/** The filters of the list of suppliers, which its export has as well. */
import type { SQL } from "drizzle-orm";
import type { z } from "zod";
import { hasAgreementEndingSoon } from "#api/areas/shared/agreement-term.ts";
import { hasBankDetailsToVerify } from "#api/areas/shared/bank-details.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { addresses, suppliers } from "#api/core/database/schema/index.ts";
import { contains } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { supplierFilters } from "#contract/suppliers/schema.ts";

/** The query has to join the address of each supplier. */
export const filtersOf = (
  input: Partial<z.output<typeof supplierFilters>>,
  context: Pick<Context, "caller" | "config" | "now">,
): (SQL | undefined)[] => [
  contains(suppliers.name, input.name),
  contains(addresses.city, input.city),
  contains(addresses.state, input.state),
  input.agreementEndsSoon ? hasAgreementEndingSoon(context) : undefined,
  input.bankDetailsToConfirm ? hasBankDetailsToVerify(context.caller) : undefined,
  input.canManageProducts ? managesProductsOf(context.caller, suppliers.id) : undefined,
];
