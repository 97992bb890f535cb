import { Form } from "@remix-run/react";
import { FieldFrame } from "#app/components/form/fields.tsx";
import type { ReadinessPage } from "#app/services/invoices/generation.server.ts";

/** The last day that is invoiced. It is a query parameter, so that the page can be reloaded and shared. */
export function CutOffForm({ page: { cutOff, listParameters } }: { page: ReadinessPage }) {
  return (
    <Form method="get" className="card mb-3 flex flex-wrap items-end gap-x-3.5 gap-y-3 px-3.5 py-3">
      {listParameters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FieldFrame
        name="cutOff"
        label="Cut-off date"
        hint="Includes amounts recorded up to the end of this day. Leave empty to include everything so far."
        message={cutOff.message}
      >
        <input
          key={cutOff.day}
          type="date"
          id="cutOff"
          name="cutOff"
          className="input max-w-48"
          max={cutOff.last}
          defaultValue={cutOff.day}
          aria-invalid={cutOff.message ? true : undefined}
          aria-describedby="cutOff-hint cutOff-error"
        />
      </FieldFrame>
      <button type="submit" className="button">
        Show
      </button>
    </Form>
  );
}
