import { Link } from "#app/components/layout/link.tsx";
import { paths } from "#app/lib/paths.ts";
import type { Payee } from "#app/services/invoices/payments.server.ts";
import { taxWarningText } from "#contract/rules/supplier-tax.ts";

/** Warnings to check before this supplier is paid, each with a link. */
export function TaxWarnings({ supplier: { id, warnings } }: { supplier: Payee }) {
  return (
    <ul className="text-xs empty:hidden">
      {warnings.map((warning) => (
        <li key={warning}>
          <Link
            to={warning === "abnMissing" ? `${paths.supplier(id)}?edit=financial` : paths.checkGst(id)}
            className="text-warn underline"
          >
            {taxWarningText[warning]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
