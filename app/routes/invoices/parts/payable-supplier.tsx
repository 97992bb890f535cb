import { memo, useEffect, useRef } from "react";
import { Link } from "#app/components/layout/link.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { BankDetailsChanged } from "#app/components/text/bank-details-changed.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { dollars, integer, listed } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { Payee } from "#app/services/invoices/payments.server.ts";
import { TaxWarnings } from "./tax-warnings.tsx";

/** Field name of the checkboxes. */
const invoiceBoxes = "InvoiceIds[]";

interface Props {
  supplier: Payee;
  /** Invoices that are ticked initially. */
  start: ReadonlySet<string>;
  /** Number of ticked invoices of this supplier. */
  count: number;
  /** Their total in dollars inc GST. */
  total: number;
  /** Ticks or unticks all of these invoices. */
  tick(ids: ReadonlySet<string>, isTicked: boolean): void;
}

/** A payable supplier, with a checkbox for each invoice below. Memoised: there may be thousands. */
export const PayableSupplier = memo(function PayableSupplier({ supplier, start, count, total, tick }: Props) {
  const { id, name, account, advice, withheld, changedAt, invoices } = supplier;
  return (
    <>
      <tr className="bg-canvas">
        <td colSpan={4}>
          <div className="flex items-center gap-2">
            {invoices.length > 1 && <AllBox supplier={supplier} count={count} tick={tick} />}
            <Link to={paths.supplier(id)} className="link font-semibold [overflow-wrap:anywhere]">
              {name}
            </Link>
          </div>
          <span className="block text-xs text-muted [overflow-wrap:anywhere]">{account}</span>
          {advice && <span className="block text-xs text-muted [overflow-wrap:anywhere]">{advice}</span>}
          {withheld && <span className="block text-xs text-warn">{withheld}</span>}
          <BankDetailsChanged at={changedAt} />
          <TaxWarnings supplier={supplier} />
        </td>
        <td className="whitespace-nowrap text-right font-semibold">
          {dollars(total)}
          {count > 0 && total <= 0 && <span className="block text-xs font-normal text-warn">Nothing to pay</span>}
        </td>
      </tr>
      <InvoiceRows invoices={invoices} start={start} />
    </>
  );
});

/** Ticks all invoices of a supplier. Not rendered before hydration. */
function AllBox({ supplier: { name, invoices }, count, tick }: Pick<Props, "supplier" | "count" | "tick">) {
  const ref = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = count > 0 && count < invoices.length;
  });
  if (!isHydrated) return null;
  return (
    <input
      ref={ref}
      type="checkbox"
      aria-label={`All of ${name}`}
      checked={count === invoices.length}
      onChange={({ target }) => tick(new Set(invoices.map(({ id }) => String(id))), target.checked)}
    />
  );
}

const InvoiceRows = memo(function InvoiceRows({
  invoices,
  start,
}: {
  invoices: Payee["invoices"];
  start: ReadonlySet<string>;
}) {
  return invoices.map((invoice) => (
    <tr key={invoice.id}>
      <td>
        <label className="flex min-h-6 items-center gap-2 whitespace-nowrap coarse:min-h-11">
          <input
            type="checkbox"
            name={invoiceBoxes}
            value={invoice.id}
            defaultChecked={start.has(String(invoice.id))}
          />
          {invoice.number}
        </label>
        {invoice.queriedRows > 0 && <Pill tone="warn">{`${integer(invoice.queriedRows)} queried`}</Pill>}
        {invoice.otherBankDetails.length > 0 && (
          <span className="block text-xs text-warn">{otherDetails(invoice)}</span>
        )}
      </td>
      <td className="whitespace-nowrap">
        {/* Not a Link: thousands of them would each subscribe to navigation. */}
        <a
          href={paths.invoice(invoice.id)}
          className="link"
          target="_blank"
          rel="noopener"
          aria-label={`${invoice.day}, ${invoice.number} (opens in new tab)`}
        >
          {invoice.day}
        </a>
      </td>
      <td className="[overflow-wrap:anywhere]">{invoice.marketplaceName}</td>
      <td className="whitespace-nowrap">{invoice.expectedDay ?? "–"}</td>
      <td className="whitespace-nowrap text-right">{dollars(invoice.total)}</td>
    </tr>
  ));
});

const words = { bsb: "BSB", accountNumber: "account number", accountName: "account name" };

function otherDetails({ otherBankDetails }: Payee["invoices"][number]): string {
  const named = listed(
    otherBankDetails.map((each) => words[each]),
    "and",
  );
  return `${named.charAt(0).toUpperCase()}${named.slice(1)} ${otherBankDetails.length === 1 ? "differs" : "differ"} from the invoice`;
}
