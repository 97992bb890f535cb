import { memo } from "react";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, dollars, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ReadinessPage } from "#app/services/invoices/generation.server.ts";
import { isOfAgent } from "#contract/rules/invoice.ts";
import type { ReadinessProblem } from "#contract/rules/invoice-readiness.ts";
import { add } from "#contract/rules/money.ts";
import { paymentProblemText } from "#contract/rules/payment.ts";
import { taxWarningText } from "#contract/rules/supplier-tax.ts";
import { HeldLink } from "./held-rows.tsx";
import { TickedBoxes, useTickedForm } from "./ticked-boxes.tsx";

const choices = [
  { what: "ready", label: "Choose those that are ready" },
  { what: "all", label: "Choose all" },
  { what: "none", label: "Choose none" },
];

const columns = [
  { heading: "Supplier" },
  { heading: "Marketplace" },
  { heading: "Items", isNumber: true },
  { heading: "Total", isNumber: true },
  { heading: "Ready to invoice" },
];

type Row = ReadinessPage["rows"][number];

/** A preview of the invoices, with a checkbox for each supplier and marketplace. */
export function GenerationForm({ page: { rows, ready, cutOff, parent, commandId } }: { page: ReadinessPage }) {
  const { errors, start, group, ticked, isTouched, onChange } = useTickedForm("generate", "Parties", ready);
  return (
    <Card title={cutOff.text ? `To be invoiced, up to ${cutOff.text}` : "To be invoiced"}>
      <FormFrame
        intent="generate"
        commandId={commandId}
        submit="Generate Invoices"
        busy="Generating..."
        cancelTo={parent}
        labels={{ Parties: "Invoices", CutOff: "Cut-off date", InvoiceDate: "Cut-off date" }}
        isDirty={isTouched}
        leaves
      >
        <input type="hidden" name="CutOff" value={cutOff.shownDay} />
        <TickedBoxes
          field="Parties"
          legend="Invoices"
          choices={choices}
          message={errors.Parties?.message}
          group={group}
          onChange={onChange}
          totals={totalWords(rows, ticked)}
        >
          <div className="px-4 py-3.5">
            <CardTable columns={columns} label="Invoices">
              {rows.map((row) => (
                <PartiesRow key={row.value} row={row} isChosen={start.has(row.value)} />
              ))}
            </CardTable>
          </div>
        </TickedBoxes>
      </FormFrame>
    </Card>
  );
}

function totalWords(rows: readonly Row[], ticked: ReadonlySet<string>): string {
  const chosen = rows.filter(({ value }) => ticked.has(value));
  const items = chosen.reduce((sum, row) => sum + row.lineItems, 0);
  return `Chosen: ${integer(chosen.length)} of ${countOf(rows.length, "invoice")}, ${countOf(items, "line item")}, ${dollars(add(...chosen.map(({ total }) => total)))}`;
}

/** Memoised: there may be thousands of rows. */
const PartiesRow = memo(function PartiesRow({ row, isChosen }: { row: Row; isChosen: boolean }) {
  const { value, supplierId, supplierName, marketplaceName, lineItems, charges, total, problems, documentKinds } = row;
  return (
    <tr>
      <td className="min-w-36 [overflow-wrap:anywhere]">
        <label className="flex min-h-6 items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            name="Parties[]"
            value={value}
            defaultChecked={isChosen}
            aria-label={`${supplierName} on ${marketplaceName}`}
          />
          {supplierName}
        </label>
      </td>
      <td className="[overflow-wrap:anywhere]">{marketplaceName}</td>
      <td className="text-right">
        {integer(lineItems)}
        {charges > 0 && <span className="block text-xs text-muted">{countOf(charges, "charge")}</span>}
        <span className="block">
          <HeldLink row={row} />
        </span>
      </td>
      <td className="whitespace-nowrap text-right">{dollars(total)}</td>
      <td className="min-w-52">
        {problems.length === 0 ? (
          <>
            Yes
            {kindTexts(documentKinds).map((text) => (
              <span key={text} className="block text-xs text-muted">
                {text}
              </span>
            ))}
          </>
        ) : (
          <ul>
            {problems.map((problem) => (
              <li key={problem}>
                <Link to={mend[problem].path(supplierId)} className="link">
                  {mend[problem].label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
});

/** Only said where a document is not a tax invoice. */
function kindTexts(kinds: Row["documentKinds"]): string[] {
  const statement = kinds.includes("taxInvoice")
    ? "A tax invoice, and a statement without GST of what was sold while the supplier was not registered."
    : "A statement of supplies without GST, because the supplier is not registered.";
  return [
    ...(kinds.includes("statement") ? [statement] : []),
    ...(kinds.some(isOfAgent) ? ["A remittance of the proceeds of what was sold in the supplier's name."] : []),
  ];
}

const toFinances = (id: number) => `${paths.supplier(id)}?edit=financial`;

/** The problem, and where to solve it. */
const mend: Record<ReadinessProblem, { label: string; path(supplierId: number): string }> = {
  abnMissing: { label: taxWarningText.abnMissing, path: toFinances },
  gstUnknown: { label: taxWarningText.gstUnknown, path: paths.checkGst },
  abnWrong: { label: "This ABN is invalid: the check digits don't match.", path: toFinances },
  noAgreement: { label: "No active marketplace agreement.", path: paths.supplier },
  noBankDetails: { label: paymentProblemText.noBankDetails, path: toFinances },
  longAccountNumber: { label: paymentProblemText.longAccountNumber, path: toFinances },
};
