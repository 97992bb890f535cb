import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import type { PayablePage, Payee } from "#app/services/invoices/payments.server.ts";
import { add } from "#contract/rules/money.ts";
import { DayField } from "./day-field.tsx";
import { PayableSupplier } from "./payable-supplier.tsx";
import { TickedBoxes, useTickedForm } from "./ticked-boxes.tsx";

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
  const { errors, typed, start, group, ticked, tick, isTouched, touch, onChange } = useTickedForm(
    intent,
    "InvoiceIds",
    due,
  );
  const sums = payable.map(({ invoices }) => sumOf(invoices, ticked));
  return (
    <Card title="To be paid">
      <FormFrame
        intent={intent}
        commandId={commandId}
        submit="Make Payment"
        busy="Working..."
        cancelTo={parent}
        labels={labels}
        isDirty={isTouched}
        leaves
      >
        <EnterSaves />
        <DayField
          name="BankDate"
          label={labels.BankDate}
          hint="The day the bank makes the payments"
          value={typed ? String(typed.BankDate ?? "") : today}
          message={errors.BankDate?.message}
          onChange={touch}
        />
        <TickedBoxes
          field="InvoiceIds"
          legend={labels.InvoiceIds}
          choices={choices}
          message={errors.InvoiceIds?.message}
          group={group}
          onChange={onChange}
          totals={totalWords(sums)}
        >
          <div className="px-4 py-3.5">
            <CardTable columns={columns} label="Invoices to be paid">
              {payable.map((supplier, i) => (
                <PayableSupplier
                  key={supplier.id}
                  supplier={supplier}
                  start={start}
                  tick={tick}
                  {...(sums[i] ?? nothing)}
                />
              ))}
            </CardTable>
          </div>
        </TickedBoxes>
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
