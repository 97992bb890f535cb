import { invoices } from "@contract/invoices/operations.ts";
import type { ReadinessRow } from "@contract/invoices/schema.ts";
import type { ReadinessProblem } from "@contract/rules/invoice-readiness.ts";
import { paymentProblemWords } from "@contract/rules/payment.ts";
import { taxWarningWords } from "@contract/rules/supplier-tax.ts";
import { Link, useLoaderData } from "@remix-run/react";
import { FormFrame } from "~/components/form/form-frame";
import { useDraft, useFormAnswer } from "~/components/form/form-state";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { Heading } from "~/components/layout/heading";
import { countOf, dollars, integer } from "~/lib/format";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { afterRefusals } from "~/lib/revalidate";
import { title } from "~/lib/title";
import { commandForms } from "~/services/command-form.server";
import { generateForms, loadReadiness, maxGenerateFields } from "~/services/invoice-generation.server";
import { screenFor } from "~/services/route.server";

const heading = "Generate Invoices";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = { breadcrumb: () => ({ list: { label: "Invoices", path: paths.invoices() }, label: heading }) };

export const loader = screenFor(invoices.readiness, loadReadiness);

export const action = commandForms(generateForms, { maxFields: maxGenerateFields });

export const clientAction = keepTyped;

export const shouldRevalidate = afterRefusals;

const columns = [
  { heading: "Invoice" },
  { heading: "Marketplace" },
  { heading: "Items", isNumber: true },
  { heading: "Total", isNumber: true },
  { heading: "Ready" },
];

export default function GenerateInvoices() {
  const { rows, lineItems, total, parent, commandId } = useLoaderData<typeof loader>();
  const answer = useFormAnswer("generate");
  const draft = useDraft("generate");
  const typed = answer?.defaultValues ?? draft;
  const chosen = typed && new Set([typed.Parties ?? []].flat());
  return (
    <>
      <Heading title={heading} sub="One for each supplier and marketplace, of everything that is complete or cancelled and not paid yet." />
      {rows.length === 0 ? (
        <Card title="Nothing to invoice">
          <p className="mb-3.5">Everything that is complete or cancelled is in an invoice already.</p>
          <Link to={parent} className="button">
            Back to the invoices
          </Link>
        </Card>
      ) : (
        <Card title={`${countOf(rows.length, "invoice")}: ${countOf(lineItems, "line item")}, ${dollars(total)}`}>
          <FormFrame
            intent="generate"
            commandId={commandId}
            submit={heading}
            busy="Generating..."
            cancelTo={parent}
            labels={{ Parties: "Invoices" }}
            isDirty={false}
            leaves
          >
            <fieldset id="Parties" tabIndex={-1} className="col-span-2 min-w-0 px-4 small:col-span-1" aria-describedby="Parties-error">
              <legend className="sr-only">Invoices</legend>
              <p id="Parties-error" className="pb-4 text-sm font-semibold text-danger empty:hidden">
                {answer?.errors?.Parties?.message}
              </p>
              <div className="py-3.5">
                <CardTable columns={columns} label="Invoices">
                  {rows.map((row) => {
                    const parties = `${row.supplierId}-${row.marketplaceId}`;
                    // Who is not ready is left out, unless somebody takes them in.
                    return <Row key={parties} row={row} parties={parties} isChosen={chosen ? chosen.has(parties) : row.problems.length === 0} />;
                  })}
                </CardTable>
              </div>
            </fieldset>
          </FormFrame>
        </Card>
      )}
    </>
  );
}

interface RowProps {
  row: ReadinessRow;
  parties: string;
  isChosen: boolean;
}

function Row({ row: { supplierId, supplierName, marketplaceName, lineItems, total, problems }, parties, isChosen }: RowProps) {
  return (
    <tr>
      <td className="min-w-36 [overflow-wrap:anywhere]">
        <label className="flex min-h-6 items-center gap-2 coarse:min-h-11">
          <input type="checkbox" name="Parties[]" value={parties} defaultChecked={isChosen} aria-label={`${supplierName} on ${marketplaceName}`} />
          {supplierName}
        </label>
      </td>
      <td className="[overflow-wrap:anywhere]">{marketplaceName}</td>
      <td className="text-right">{integer(lineItems)}</td>
      <td className="whitespace-nowrap text-right">{dollars(total)}</td>
      <td className="min-w-52">
        {problems.length === 0 ? (
          "Yes"
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
}

const toFinances = (id: number) => `${paths.supplier(id)}?edit=financial`;

/** What is wrong, and where it is put right. */
const mend: Record<ReadinessProblem, { label: string; path(supplierId: number): string }> = {
  abnMissing: { label: taxWarningWords.abnMissing, path: toFinances },
  gstNo: { label: taxWarningWords.gstNo, path: paths.checkGst },
  gstUnknown: { label: taxWarningWords.gstUnknown, path: paths.checkGst },
  abnWrong: { label: "This ABN is invalid: the check digits don't match.", path: toFinances },
  noAgreement: { label: "No active marketplace agreement.", path: paths.supplier },
  noBankDetails: { label: paymentProblemWords.noBankDetails, path: toFinances },
  longAccountNumber: { label: paymentProblemWords.longAccountNumber, path: toFinances },
};
