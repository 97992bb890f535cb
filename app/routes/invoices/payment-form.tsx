import { add } from "@contract/rules/money.ts";
import { useMemo, useState } from "react";
import { EnterSaves } from "~/components/form/enter-saves";
import { FieldFrame } from "~/components/form/fields";
import { FormFrame } from "~/components/form/form-frame";
import { useDraft, useFormAnswer } from "~/components/form/form-state";
import { Card } from "~/components/layout/card";
import { CardTable } from "~/components/layout/card-table";
import { countOf, dollars } from "~/lib/format";
import type { PayablePage, Payee } from "~/services/invoice-payments.server";
import { invoiceBoxes, PayableSupplier } from "./payable-supplier";
import { useTicked } from "./use-ticked";

const intent = "pay";
const labels = { InvoiceIds: "Invoices", BankDate: "Bank date" };

const choices = [
  { what: "due", label: "Choose what is due" },
  { what: "all", label: "Choose all" },
  { what: "none", label: "Choose none" },
];

const columns = [
  { heading: "Invoice" },
  { heading: "Date" },
  { heading: "Marketplace" },
  { heading: "Expected payment" },
  { heading: "Total", isNumber: true },
];

export function PaymentForm({ page: { payable, due, today, parent, commandId } }: { page: PayablePage }) {
  const answer = useFormAnswer(intent);
  const draft = useDraft(intent);
  const typed = answer?.defaultValues ?? draft;
  const start = useMemo(() => new Set(typed ? [typed.InvoiceIds ?? []].flat() : due), [typed, due]);
  const { group, ticked, tick, read } = useTicked(invoiceBoxes, start, answer);
  const [isTouched, setTouched] = useState(false);
  const errors = answer?.errors ?? {};
  const sums = payable.map(({ invoices }) => sumOf(invoices, ticked));
  return (
    <Card title="To be paid">
      <FormFrame intent={intent} commandId={commandId} submit="Make Payment" busy="Working..." cancelTo={parent} labels={labels} isDirty={isTouched} leaves>
        <EnterSaves />
        <FieldFrame name="BankDate" label={labels.BankDate} hint="The day on which the bank pays" message={errors.BankDate?.message}>
          <input
            type="date"
            id="BankDate"
            name="BankDate"
            className="input"
            defaultValue={typed ? String(typed.BankDate ?? "") : today}
            aria-invalid={errors.BankDate ? true : undefined}
            aria-describedby="BankDate-hint BankDate-error"
            onChange={() => setTouched(true)}
          />
        </FieldFrame>
        <fieldset
          ref={group}
          id="InvoiceIds"
          tabIndex={-1}
          className="col-span-2 min-w-0 outline-none small:col-span-1"
          aria-describedby="InvoiceIds-error"
          onChange={() => {
            read();
            setTouched(true);
          }}
        >
          <legend className="mb-1 font-semibold">{labels.InvoiceIds}</legend>
          <p id="InvoiceIds-error" className="text-sm font-semibold text-danger empty:hidden">
            {errors.InvoiceIds?.message}
          </p>
          <div className="my-1 flex flex-wrap gap-2">
            {choices.map(({ what, label }) => (
              <button key={what} type="submit" name="refresh" value={what} className="button">
                {label}
              </button>
            ))}
          </div>
          <div className="px-4 py-3.5">
            <CardTable columns={columns} label="Invoices to be paid">
              {payable.map((supplier, i) => (
                <PayableSupplier key={supplier.id} supplier={supplier} start={start} tick={tick} {...(sums[i] ?? nothing)} />
              ))}
            </CardTable>
          </div>
          <p className="sticky bottom-0 border-t border-line bg-surface py-2 font-semibold" role="status">
            {totalWords(sums)}
          </p>
        </fieldset>
      </FormFrame>
    </Card>
  );
}

interface Sum {
  count: number;
  /** Dollars inc GST. */
  total: number;
}

const nothing: Sum = { count: 0, total: 0 };

function sumOf(invoices: Payee["invoices"], ticked: ReadonlySet<string>): Sum {
  const chosen = invoices.filter(({ id }) => ticked.has(String(id)));
  return { count: chosen.length, total: add(...chosen.map(({ total }) => total)) };
}

function totalWords(sums: readonly Sum[]): string {
  const chosen = sums.filter(({ count }) => count > 0);
  const count = chosen.reduce((sum, each) => sum + each.count, 0);
  return `Chosen: ${countOf(count, "invoice")} of ${countOf(chosen.length, "supplier")}, ${dollars(add(...chosen.map(({ total }) => total)))}`;
}
