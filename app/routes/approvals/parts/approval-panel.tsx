import { lazy, Suspense } from "react";
import { Detail, Details } from "#app/components/layout/details.tsx";
import type { ApprovalDetails } from "#app/services/approvals/approvals.server.ts";

import type { WithForm } from "./decisions.tsx";

// Loaded with its validation code when a row is opened.
const Decisions = lazy(() => import("./decisions.tsx"));

const isChangeable = (details: ApprovalDetails): details is WithForm => details.form !== undefined;

/**
 * The details of a listing and the buttons that decide about it. Uses the full width, whatever the table's width is.
 */
export function ApprovalPanel({ details }: { details: ApprovalDetails }) {
  return (
    <section aria-label="Details" className="sticky left-3 w-[min(100%,calc(100vw-4.5rem))] pr-3 pt-2">
      {isChangeable(details) ? (
        <Suspense>
          <Decisions details={details} />
        </Suspense>
      ) : (
        <ReadOnly details={details} />
      )}
    </section>
  );
}

function ReadOnly({
  details: { timeZone, isDisabled, disableReason, availableFrom, availableTo, groups },
}: {
  details: ApprovalDetails;
}) {
  return (
    <Details>
      <Detail term="Available From">{availableFrom && `${availableFrom} (${timeZone})`}</Detail>
      <Detail term="Available To">{availableTo && `${availableTo} (${timeZone})`}</Detail>
      {groups.map(({ name, chosen }) => (
        <Detail key={name} term={name} isWide>
          {chosen.join("\n")}
        </Detail>
      ))}
      {disableReason && (
        <Detail term={isDisabled ? "Disabled because" : "Was disabled because"} isWide>
          {disableReason}
        </Detail>
      )}
    </Details>
  );
}
