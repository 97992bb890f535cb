import { memo, useMemo } from "react";
import { EnterSaves } from "#app/components/form/enter-saves.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { countOf, dollars } from "#app/lib/format.ts";
import type { NotificationPage } from "#app/services/invoices/notification.server.ts";
import { documentMark } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { DayField } from "./day-field.tsx";
import { TickedBoxes, useTickedForm } from "./ticked-boxes.tsx";

const labels = { ExpectedPaymentDate: "Expected payment date", InvoiceIds: "Invoices" };

const choices = [
  { what: "all", label: "Choose all" },
  { what: "none", label: "Choose none" },
];

type Row = NotificationPage["ready"][number];

/** Chooses the invoices to email to suppliers' billing contacts, and the expected payment date. */
export function NotifyForm({ page: { ready, newestDate, parent, commandId } }: { page: NotificationPage }) {
  const all = useMemo(() => ready.map(({ id }) => id), [ready]);
  const { errors, typed, start, group, ticked, isTouched, touch, onChange } = useTickedForm(
    "notify",
    "InvoiceIds",
    all,
  );
  return (
    <FormFrame
      intent="notify"
      commandId={commandId}
      submit="Notify Suppliers"
      busy="Working..."
      cancelTo={parent}
      labels={labels}
      isDirty={isTouched}
    >
      <EnterSaves />
      <input type="hidden" name="InvoiceDate" value={newestDate ?? ""} />
      <p className="col-span-2 small:col-span-1">
        Each invoice is emailed to the billing contacts of its supplier, and cannot be changed afterwards.
      </p>
      <DayField
        name="ExpectedPaymentDate"
        label={labels.ExpectedPaymentDate}
        value={String(typed?.ExpectedPaymentDate ?? "")}
        message={errors.ExpectedPaymentDate?.message}
        onChange={touch}
      />
      <TickedBoxes
        field="InvoiceIds"
        legend={labels.InvoiceIds}
        choices={choices}
        message={errors.InvoiceIds?.message}
        group={group}
        onChange={onChange}
        totals={totalWords(ready, ticked)}
      >
        <ul>
          {ready.map((row) => (
            <InvoiceBox key={row.id} row={row} isChosen={start.has(row.id)} />
          ))}
        </ul>
      </TickedBoxes>
    </FormFrame>
  );
}

function totalWords(ready: readonly Row[], ticked: ReadonlySet<string>): string {
  const chosen = ready.filter(({ id }) => ticked.has(id));
  return `Chosen: ${countOf(chosen.length, "invoice")}, ${dollars(add(...chosen.map(({ total }) => total)))}`;
}

/** Memoised: there may be thousands of boxes. */
const InvoiceBox = memo(function InvoiceBox({ row, isChosen }: { row: Row; isChosen: boolean }) {
  const { id, number, day, supplierName, marketplaceName, total } = row;
  const what = [number, documentMark(row), day, marketplaceName].filter(Boolean).join(", ");
  return (
    <li>
      <label className="flex min-h-6 items-baseline gap-2 py-0.5 coarse:min-h-11">
        <input type="checkbox" name="InvoiceIds[]" value={id} defaultChecked={isChosen} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {supplierName}
          <span className="block text-xs text-muted">{what}</span>
        </span>
        <span className="whitespace-nowrap">{dollars(total)}</span>
      </label>
    </li>
  );
});
