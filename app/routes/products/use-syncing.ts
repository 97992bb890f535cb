import { MarketplaceSyncStatus } from "@contract/enumerations.ts";
import { productMessages } from "@contract/products/commands.ts";
import { isSyncing } from "@contract/rules/sync.ts";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ToastMessage } from "~/components/layout/toast";
import type { MarketplacesPage } from "~/services/product-marketplaces.server";

type Assignments = MarketplacesPage["assignments"];

/** Milliseconds between two looks at what is running. */
const pause = 2_500;

/** Looks again while something is being synchronised. @returns what came of the last that ended, told once */
export function useSyncing(assignments: Assignments): ToastMessage | undefined {
  const { revalidate, state } = useRevalidator();
  const isRunning = assignments.some(isSyncing);
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(revalidate, pause);
    return () => clearTimeout(timer);
  }, [isRunning, state, revalidate]);

  const before = useRef(assignments);
  const [outcome, setOutcome] = useState<ToastMessage>();
  useEffect(() => {
    const ended = assignments.find((now) => !isSyncing(now) && before.current.some((then) => then.marketplaceId === now.marketplaceId && isSyncing(then)));
    before.current = assignments;
    if (ended) setOutcome(outcomeOf(ended));
  }, [assignments]);
  return outcome;
}

function outcomeOf({ syncStatus, syncError }: Assignments[number]): ToastMessage {
  if (syncStatus !== MarketplaceSyncStatus.error) return { type: "success", message: productMessages.synced };
  return { type: "error", message: syncError ?? productMessages.notSynced };
}
