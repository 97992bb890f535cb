import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ProgressCards } from "#app/components/processing/progress-cards.tsx";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { loadProgress, type ProgressPage } from "#app/services/pages/processing.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import type { Processing } from "#contract/processing/schema.ts";

export const meta = () => title("Changing products");

export const handle: BreadcrumbHandle<ProgressPage> = {
  breadcrumb: () => ({ list: { label: "Approvals", path: paths.approvals() }, label: "Changing products" }),
};

export const loader = screenFor(approvals.changeMany, loadProgress);

export const clientLoader = pollWithFallback<ProgressPage>({ progress: undefined });

export default function Progress() {
  const { progress } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = { to: wayBack(paths.approvals(), search), label: "Back to the approvals" };
  return <ProgressCards heading="Changing products" progress={progress} stateOf={stateOf} back={back} />;
}

function stateOf({ status, percentageComplete }: Processing): string {
  if (status === ProcessingStatus.done) return "Finished.";
  if (status === ProcessingStatus.doneWithErrors) return "Finished with errors: see below.";
  if (status === ProcessingStatus.failed) return "This failed. Changes that had already been made are kept.";
  return `Working… ${Math.round(percentageComplete)} %`;
}
