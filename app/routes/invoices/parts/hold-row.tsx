import { Dialog } from "#app/components/dialog/dialog.tsx";
import { ReasonForm } from "#app/components/form/reason-form.tsx";
import type { ItemToHold } from "#app/services/invoices/row-hold.server.ts";
import { holdForm } from "#contract/invoices/holds.ts";

export const holdHeading = "Hold Item";

/** Asks why a line item is held from being invoiced. */
export function HoldRow({ item: { about, whyNot, draft, parent, commandId } }: { item: ItemToHold }) {
  return (
    <Dialog title={holdHeading} sub={about} closeTo={parent}>
      {whyNot ? (
        <p>{whyNot}</p>
      ) : (
        <>
          <p className="mb-3">
            No new document has this item until somebody ends the hold.{" "}
            {draft
              ? `${draft} is generated again without it: it takes today's date and is recalculated from what is owed now.`
              : "If a draft has it, the draft is generated again without it: it takes today's date and is recalculated from what is owed now."}
          </p>
          <ReasonForm
            intent="hold"
            commandId={commandId}
            schema={holdForm}
            submit="Hold Item"
            busy="Holding..."
            cancelTo={parent}
            hint="The supplier sees it."
          />
        </>
      )}
    </Dialog>
  );
}
