import { approvals } from "@contract/approvals/operations.ts";
import { ProcessingStatus } from "@contract/enumerations.ts";
import type { Processing } from "@contract/processing/schema.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { Heading } from "~/components/layout/heading";
import { LookAgain } from "~/components/layout/look-again";
import { Messages } from "~/components/processing/messages";
import { isOver, useKnown } from "~/components/processing/use-known";
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
  const known = useKnown(progress);
  const { search } = useLocation();
  return (
    <>
      <Heading title="Changing products" />
      {!isOver(progress) && <LookAgain />}
      <Card title="Progress">
        <p role="status" className="mb-2">
          {progress ? stateOf(progress) : "How far it is could not be found out. Trying again…"}
        </p>
        <progress className="block w-full max-w-lg" max={100} value={known?.percentageComplete ?? 0} aria-label="Progress" />
        <Link to={wayBack(paths.approvals(), search)} className="button mt-4">
          Back to the approvals
        </Link>
      </Card>
      {known && known.processingMessages.length > 0 && (
        <Card title="Result">
          <Messages messages={known.processingMessages} />
        </Card>
      )}
    </>
  );
}

function stateOf({ status, percentageComplete }: Processing): string {
  if (status === ProcessingStatus.done) return "All of it is done.";
  if (status === ProcessingStatus.doneWithErrors) return "It is done, but not for all products. What was not done stands below.";
  if (status === ProcessingStatus.failed) return "It has failed. What was done before is kept.";
  return `Working… ${Math.round(percentageComplete)} %`;
}
