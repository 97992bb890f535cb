import { approvals } from "@contract/approvals/operations.ts";
import { ProcessingStatus } from "@contract/enumerations.ts";
import type { Processing } from "@contract/processing/schema.ts";
import { useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { ProgressCards } from "~/components/processing/progress-cards";
import { askAgain } from "~/lib/ask-again";
import { wayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadProgress, type ProgressPage } from "~/services/processing.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Changing products");

export const handle: BreadcrumbHandle<ProgressPage> = {
  breadcrumb: () => ({ list: { label: "Approvals", path: paths.approvals() }, label: "Changing products" }),
};

export const loader = screenFor(approvals.changeMany, loadProgress);

export const clientLoader = askAgain<ProgressPage>({ progress: undefined });

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
