import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { ProgressCards } from "#app/components/processing/progress-cards.tsx";
import { wayBack } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { loadProgress, type ProgressPage } from "#app/services/pages/processing.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { ProcessingStatus } from "#contract/enumerations.ts";
import { invoices } from "#contract/invoices/operations.ts";
import type { Processing } from "#contract/processing/schema.ts";

const heading = "Generating invoices";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<ProgressPage> = {
  breadcrumb: () => ({ list: { label: "Invoices", path: paths.invoices() }, label: heading }),
};

export const loader = screenFor(invoices.generate, loadProgress);

export const clientLoader = pollWithFallback<ProgressPage>({ progress: undefined });

export default function GenerationProgress() {
  const { progress } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const back = { to: wayBack(paths.invoices(), search), label: "Back to the invoices" };
  return <ProgressCards heading={heading} progress={progress} stateOf={stateOf} back={back} refused="Not generated" />;
}

function stateOf({ status, percentageComplete }: Processing): string {
  if (status === ProcessingStatus.done) return "Finished.";
  if (status === ProcessingStatus.doneWithErrors) return "Finished. Not all invoices could be generated: see below.";
  if (status === ProcessingStatus.failed) return "This failed. Invoices that had already been generated are kept.";
  return `Working… ${Math.round(percentageComplete)} %`;
}
