import { approvals } from "@contract/approvals/operations.ts";
import { ProcessingMessageType, ProcessingStatus, processingMessageTypes } from "@contract/enumerations.ts";
import type { Processing } from "@contract/processing/schema.ts";
import { type ClientLoaderFunctionArgs, Link, useLoaderData, useLocation } from "@remix-run/react";
import { useRef } from "react";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Card } from "~/components/layout/card";
import { Heading } from "~/components/layout/heading";
import { LookAgain } from "~/components/layout/look-again";
import { isNoAnswer } from "~/lib/keep-typed";
import { wayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadProgress, type ProgressPage } from "~/services/approvals-many.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Changing products");

export const handle: BreadcrumbHandle<ProgressPage> = {
  breadcrumb: () => ({ list: { label: "Approvals", path: paths.approvals() }, label: "Changing products" }),
};

export const loader = screenFor(approvals.changeMany, loadProgress);

/** Where nobody answers, the page asks again later. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<ProgressPage> {
  try {
    return await serverLoader<ProgressPage>();
  } catch (error) {
    if (error instanceof Response || !isNoAnswer(error)) throw error;
    return { progress: undefined };
  }
}

const isOver = (progress: Processing | undefined): progress is Processing => progress !== undefined && progress.status > ProcessingStatus.running;

export default function Progress() {
  const { progress } = useLoaderData<typeof loader>();
  const known = useRef(progress);
  if (progress) known.current = progress;
  const { search } = useLocation();
  return (
    <>
      <Heading title="Changing products" />
      {!isOver(progress) && <LookAgain />}
      <Card title="Progress">
        <p role="status" className="mb-2">
          {progress ? stateOf(progress) : "How far it is could not be found out. Trying again…"}
        </p>
        <progress className="block w-full max-w-lg" max={100} value={known.current?.percentageComplete ?? 0} aria-label="Progress" />
        <Link to={wayBack(paths.approvals(), search)} className="button mt-4">
          Back to the approvals
        </Link>
      </Card>
      {known.current && <Messages messages={known.current.processingMessages} />}
    </>
  );
}

function stateOf({ status, percentageComplete }: Processing): string {
  if (status === ProcessingStatus.done) return "All of it is done.";
  if (status === ProcessingStatus.doneWithErrors) return "It is done, but not for all products. What was not done stands below.";
  if (status === ProcessingStatus.failed) return "It has failed. What was done before is kept.";
  return `Working… ${Math.round(percentageComplete)} %`;
}

const { warning, validationError, error } = ProcessingMessageType;
const isRefusal = (messageType: number) => ([warning, validationError, error] as number[]).includes(messageType);

function Messages({ messages }: { messages: Processing["processingMessages"] }) {
  if (messages.length === 0) return null;
  return (
    <Card title="Result">
      <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
        {[...messages]
          .sort((a, b) => Number(isRefusal(a.messageType)) - Number(isRefusal(b.messageType)))
          .map(({ id, messageType, friendlyMessage }) => (
            <li key={id} className={isRefusal(messageType) ? "text-danger" : undefined}>
              {isRefusal(messageType) && <b>{processingMessageTypes.find(({ value }) => value === messageType)?.displayName}: </b>}
              {friendlyMessage}
            </li>
          ))}
      </ul>
    </Card>
  );
}
