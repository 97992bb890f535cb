import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { CommandForm } from "#app/components/form/command-form.tsx";
import { TextAreaField } from "#app/components/form/fields.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { reasonHint } from "#app/routes/approvals/parts/decisions.tsx";
import { type BulkAction, changeForms, loadChange } from "#app/services/approvals/many.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { changeManyForm } from "#contract/approvals/forms.ts";
import { approvals } from "#contract/approvals/operations.ts";

const words: Record<BulkAction, { label: string; effect: string }> = {
  approve: {
    label: "Approve",
    effect:
      "approved and sent to the marketplace in the background. Their categories, and dates still to come, are left as they are.",
  },
  review: {
    label: "Internally Reviewed",
    effect: "marked as internally reviewed. Products not waiting for approval are left as they are.",
  },
  disable: { label: "Disable", effect: "disabled and removed from the marketplace in the background." },
};

export const meta = () => title("Approvals");

export const loader = screenFor(approvals.changeMany, loadChange);

export const action = commandForms(changeForms);

export const clientAction = keepTyped;

export default function ChangeMany() {
  const { action, isAll, count, uncategorised, parent, commandId } = useLoaderData<typeof loader>();
  const { label, effect } = words[action];
  return (
    <Dialog title={`${label}: ${countOf(count, "product")}`} closeTo={parent}>
      <p className="mb-4">
        {isAll
          ? `All ${countOf(count, "product")} that match the filters`
          : `The ${countOf(count, "product")} that you chose`}{" "}
        will be {effect}
      </p>
      {uncategorised > 0 && (
        <p className="mb-4 text-warn">
          {uncategorised === count ? (count === 1 ? "It" : "All of them") : `${integer(uncategorised)} of them`}{" "}
          {uncategorised === 1 ? "has" : "have"} no category and will be approved without one.
        </p>
      )}
      <CommandForm
        intent="many"
        scope="many"
        commandId={commandId}
        schema={changeManyForm}
        values={{ Reason: "" }}
        submit={label}
        busy="Working..."
        look={action === "disable" ? "danger" : "primary"}
        cancelTo={parent}
        labels={{ Reason: "Reason" }}
      >
        {action === "disable" && <TextAreaField name="Reason" label="Reason" hint={reasonHint} isWide />}
      </CommandForm>
    </Dialog>
  );
}
