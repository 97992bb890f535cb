import { useEffect, useRef, useState } from "react";
import type { ToastMessage } from "#app/components/layout/toast.tsx";
import type { MarketplacesPage } from "#app/services/products/marketplaces.server.ts";
import { MarketplaceSyncStatus } from "#contract/enumerations.ts";
import { productMessages } from "#contract/products/commands.ts";
import { isSyncing } from "#contract/rules/sync.ts";

type Assignments = MarketplacesPage["assignments"];

/** @returns the result of the last finished synchronisation, once */
export function useSyncing(assignments: Assignments): ToastMessage | undefined {
  const before = useRef(assignments);
  const [outcome, setOutcome] = useState<ToastMessage>();
  useEffect(() => {
    const ended = assignments.find(
      (now) =>
        !isSyncing(now) && before.current.some((then) => then.marketplaceId === now.marketplaceId && isSyncing(then)),
    );
    before.current = assignments;
    if (ended) setOutcome(outcomeOf(ended));
  }, [assignments]);
  return outcome;
}

function outcomeOf({ syncStatus, syncError }: Assignments[number]): ToastMessage {
  if (syncStatus !== MarketplaceSyncStatus.error)
    return { type: "success", message: productMessages.synced, shownForMs: 6_000 };
  return { type: "error", message: syncError ?? productMessages.notSynced };
}
