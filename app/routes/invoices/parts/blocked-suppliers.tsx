import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { BankDetailsChanged } from "#app/components/text/bank-details-changed.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { Payee } from "#app/services/invoices/payments.server.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { type PaymentProblem, paymentProblemText } from "#contract/rules/payment.ts";
import { TaxWarnings } from "./tax-warnings.tsx";

const columns = [
  { heading: "Supplier" },
  { heading: "Invoices" },
  { heading: "Total", isNumber: true },
  { heading: "Why" },
];

/** Suppliers that cannot be paid, with links to the pages that solve the problem. */
export function BlockedSuppliers({ suppliers }: { suppliers: readonly Payee[] }) {
  return (
    <Card title="Cannot be paid yet">
      <CardTable columns={columns} label="Cannot be paid yet">
        {suppliers.map((supplier) => (
          <SupplierRow key={`${supplier.id} ${supplier.problems.join(" ")}`} supplier={supplier} />
        ))}
      </CardTable>
    </Card>
  );
}

function SupplierRow({ supplier }: { supplier: Payee }) {
  const { id, name, account, changedAt, invoices, total, problems } = supplier;
  return (
    <tr>
      <td className="min-w-32 [overflow-wrap:anywhere]">
        {name}
        <span className="block text-xs text-muted">{account}</span>
        <BankDetailsChanged at={changedAt} />
        <TaxWarnings supplier={supplier} />
      </td>
      <td className="min-w-28">
        {countOf(invoices.length, "invoice")}
        <ul className="text-xs text-muted">
          {invoices.slice(0, mostNamed).map((invoice) => (
            <li key={invoice.id}>
              <HeldOr invoice={invoice} />
            </li>
          ))}
          {invoices.length > mostNamed && <li>…</li>}
        </ul>
      </td>
      <td className="whitespace-nowrap text-right">{dollars(total)}</td>
      <td className="min-w-52">
        <ul>
          {problems.map((problem) => (
            <li key={problem}>
              {problem === "notValidForGood" || problem === "held" ? (
                paymentProblemText[problem]
              ) : (
                <Link to={mendedAt(problem, id)} className="link">
                  {paymentProblemText[problem]}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

/** The number of an invoice; of a held one with the reason, and a link to the page where the hold ends. */
function HeldOr({ invoice: { id, number, holdReason } }: { invoice: Payee["invoices"][number] }) {
  if (!holdReason) return <span className="whitespace-nowrap">{number}</span>;
  return (
    <>
      <Link to={paths.invoice(id)} className="link whitespace-nowrap">
        {number}
      </Link>
      <span className="block [overflow-wrap:anywhere]">{holdReason}</span>
    </>
  );
}

/** Details are confirmed on the card and changed in its form. */
function mendedAt(problem: PaymentProblem, supplierId: number): string {
  if (problem === "notValid") return paths.checkGst(supplierId);
  return problem === "notVerified" ? paths.supplier(supplierId) : `${paths.supplier(supplierId)}?edit=financial`;
}
