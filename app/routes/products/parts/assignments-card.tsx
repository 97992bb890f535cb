import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Poll } from "#app/components/layout/poll.tsx";
import { Toaster } from "#app/components/layout/toast.tsx";
import { ListingStatus } from "#app/components/text/listing-status.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import type { MarketplacesPage } from "#app/services/products/marketplaces.server.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus, marketplaceSyncStatuses } from "#contract/enumerations.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { isSyncing } from "#contract/rules/sync.ts";
import { Info } from "./info.tsx";
import { useSyncing } from "./use-syncing.ts";

type Assignment = MarketplacesPage["assignments"][number];

const { inSync, updatesPending, updating, error } = MarketplaceSyncStatus;
const syncTones: Record<number, "good" | "warn" | "danger"> = {
  [inSync]: "good",
  [updatesPending]: "warn",
  [updating]: "warn",
  [error]: "danger",
};

export function AssignmentsCard({ page: { head, assignments, timeZone } }: { page: MarketplacesPage }) {
  const outcome = useSyncing(assignments);
  return (
    <>
      <Toaster toast={outcome} />
      <LostRefusal assignments={assignments} />
      {assignments.some(isSyncing) && <Underway />}
      {head.isDisabled && (
        <Info>
          This product is disabled, so it is not available on any marketplace, whatever its status there. Activate it to
          sell it again.
        </Info>
      )}
      <Info>
        Only the marketplaces with which the supplier has an active agreement are shown. Times are in {timeZone}.
      </Info>
      <Card title="Marketplaces">
        {assignments.length === 0 ? (
          <p className="text-muted">The supplier of this product has no active agreement with a marketplace.</p>
        ) : (
          <CardTable columns={columns}>
            {assignments.map((assignment) => (
              <Row key={assignment.marketplaceId} assignment={assignment} timeZone={timeZone} />
            ))}
          </CardTable>
        )}
      </Card>
    </>
  );
}

/** With scripts, a message tells the result as soon as it is known. */
function Underway() {
  return (
    <>
      <Poll />
      <noscript>
        <p role="status" className="mb-3 rounded border border-line bg-good-soft px-4 py-2.5">
          Synchronisation has been requested. This page reloads by itself and shows the result when it is done.
        </p>
      </noscript>
    </>
  );
}

const intentOf = ({ marketplaceId }: Assignment) => `sync:${marketplaceId}`;

/** A refusal caused by a concurrent change, whose button is no longer on the page. */
function LostRefusal({ assignments }: { assignments: Assignment[] }) {
  const answer = useActionData<FormAnswer>();
  const isLost =
    answer?.intent.startsWith("sync:") &&
    !assignments.some((assignment) => assignment.canSync && intentOf(assignment) === answer.intent);
  if (!isLost || !answer?.failure) return null;
  return <Toaster toast={{ type: "error", message: answer.failure }} />;
}

const columns = [
  { heading: "Marketplace" },
  { heading: "Status" },
  { heading: "Sync status" },
  { heading: "Marketplace SKU" },
  { heading: "Available from" },
  { heading: "Available to" },
];

function Row({ assignment, timeZone }: { assignment: Assignment; timeZone: string }) {
  const { marketplaceName, status, disableReason, marketplaceSKU, availableFromDate, availableToDate } = assignment;
  const moment = (at: string | null | undefined): ReactNode => (at ? formatMoment(at, timeZone) : "–");
  return (
    <tr>
      <td className="min-w-32">{marketplaceName}</td>
      <td>
        <ListingStatus status={status ?? null} />
        {disableReason && (
          <p className="mt-1 max-w-80 whitespace-pre-line text-sm [overflow-wrap:anywhere]">
            {status === MarketplaceProductStatus.disabled ? "" : "Was disabled because: "}
            {disableReason}
          </p>
        )}
      </td>
      <td>
        <Sync assignment={assignment} />
      </td>
      <td>{marketplaceSKU || "–"}</td>
      <td className="whitespace-nowrap">{moment(availableFromDate)}</td>
      <td className="whitespace-nowrap">{moment(availableToDate)}</td>
    </tr>
  );
}

/** The state of synchronisation with the marketplace, the last refusal, and the button to synchronise again. */
function Sync({ assignment }: { assignment: Assignment }) {
  const { marketplaceId, marketplaceName, syncStatus, syncError, canSync, waits, commandId } = assignment;
  if (syncStatus == null) return "–";
  if (waits) return <span className="text-muted">After approval</span>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Pill tone={syncTones[syncStatus] ?? "plain"}>
        {marketplaceSyncStatuses.find(({ value }) => value === syncStatus)?.displayName ?? "Unknown"}
      </Pill>
      {canSync &&
        (isSyncing(assignment) ? (
          <button type="button" className="button" disabled>
            Syncing...
          </button>
        ) : (
          <CommandButton
            intent={intentOf(assignment)}
            commandId={commandId}
            label="Sync Now"
            busy="Syncing..."
            name={`Sync Now: ${marketplaceName}`}
          >
            <input type="hidden" name="MarketplaceId" value={marketplaceId} />
          </CommandButton>
        ))}
      {syncError && <p className="basis-full text-sm text-danger">{syncError}</p>}
    </div>
  );
}
