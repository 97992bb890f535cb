import { lazy, Suspense } from "react";
import { detailsId } from "#app/lib/list-state.ts";
import type { ApprovalDetails } from "#app/services/approvals/list.server.ts";

// Loaded with its validation code when a row is opened.
const PanelContent = lazy(() => import("./panel-content.tsx"));

/**
 * The details of a listing and the buttons that decide about it. Uses the full width, whatever the table's width is.
 */
export function ApprovalPanel({ details }: { details: ApprovalDetails }) {
  return (
    <section
      id={detailsId(details.id)}
      tabIndex={-1}
      aria-label="Details"
      aria-describedby={`row-${details.id}`}
      className="sticky left-3 w-[min(100%,calc(100vw-4.5rem))] scroll-mt-36 pr-3 pt-2"
    >
      <Suspense>
        <PanelContent details={details} />
      </Suspense>
    </section>
  );
}
