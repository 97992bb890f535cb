import { ProcessingStatus } from "@contract/enumerations.ts";
import { orders } from "@contract/orders/operations.ts";
import type { Processing } from "@contract/processing/schema.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { CommandButton } from "~/components/form/command-button";
import type { BreadcrumbHandle } from "~/components/layout/breadcrumb";
import { Heading } from "~/components/layout/heading";
import { LookAgain } from "~/components/layout/look-again";
import { Messages } from "~/components/processing/messages";
import { isOver, useKnown } from "~/components/processing/use-known";
import { askAgain } from "~/lib/ask-again";
import { keepTyped } from "~/lib/keep-typed";
import { wayBack } from "~/lib/list-state";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { applyImport, type ImportPage, loadImport } from "~/services/orders-import.server";
import { screenFor } from "~/services/route.server";
import { CheckedShipments } from "./checked-shipments";

export const meta = () => title("Import Shipments");

export const handle: BreadcrumbHandle<ImportPage> = {
  breadcrumb: () => ({ list: { label: "Orders", path: paths.orders() }, label: "Import Shipments" }),
};

export const loader = screenFor(orders.excelImportCheck, loadImport);

export const action = applyImport;

export const clientLoader = askAgain<ImportPage>({ progress: undefined, result: undefined });

export const clientAction = keepTyped;

const sub = "Shipments for orders";

export default function ImportProgress() {
  const page: ImportPage = useLoaderData<typeof loader>();
  const progress = useKnown(page.progress);
  const result = useKnown(page.result);
  const { search } = useLocation();
  const list = wayBack(paths.orders(), search);
  if (!isOver(progress) || !result) return <Running progress={progress} isAway={page.progress === undefined} isCheck={result?.isCheck ?? true} list={list} />;
  const { isCheck, summary, fileName } = result;
  if (!isCheck || !summary || progress.status === ProcessingStatus.failed)
    return <Finished progress={progress} refused={page.refused} hasRefused={hasRefused(page)} list={list} />;
  const count = summary.made.count + summary.changed.count;
  return (
    <>
      <Heading title="Import Products" sub={`${sub}: “${fileName}” has been checked, and nothing has been changed yet.`}>
        <Link to={list} className="button">
          Cancel
        </Link>
        {result.canApply && count > 0 && <CommandButton intent="apply" commandId={page.commandId ?? ""} label="Apply" busy="Importing..." look="primary" />}
      </Heading>
      {(count === 0 || !result.canApply) && <p className="mb-3.5">{count === 0 ? "There is nothing to apply." : "This was applied already."}</p>}
      <CheckedShipments summary={summary} refused={page.refused} />
    </>
  );
}

/** What was stopped has rows that were not done. */
const hasRefused = ({ result, progress }: ImportPage) =>
  (result?.summary?.refusedRows ?? 0) > 0 || (result?.summary && progress?.status === ProcessingStatus.failed) === true;

interface RunningProps {
  progress: Processing | undefined;
  isAway: boolean;
  isCheck: boolean;
  list: string;
}

/** It cannot be closed while it runs, only left: it goes on without anybody. */
function Running({ progress, isAway, isCheck, list }: RunningProps) {
  return (
    <>
      <Heading title="Import Products" sub={sub} />
      <LookAgain />
      <Dialog title="Import Products" sub={sub}>
        <p role="status" className="mb-2">
          {isAway ? "How far it is could not be found out. Trying again…" : "Importing file. Please wait..."}
        </p>
        <progress className="mb-3 block w-full" max={100} value={progress?.percentageComplete ?? 0} aria-label="Progress" />
        <p className="mb-3">
          {isCheck ? "The file is being checked; nothing is changed yet." : "Shipments are being made and changed."} You may leave this page: it goes on, and
          Import Shipments leads back to it.
        </p>
        <Link to={list} className="button">
          Back to the orders
        </Link>
      </Dialog>
    </>
  );
}

interface FinishedProps {
  progress: Processing;
  refused: string | undefined;
  hasRefused: boolean;
  list: string;
}

function Finished({ progress, refused, hasRefused, list }: FinishedProps) {
  return (
    <>
      <Heading title="Import Products" sub={sub} />
      <Dialog title="Import Products" sub={sub} closeTo={list}>
        {progress.status === ProcessingStatus.done ? (
          <p role="status" className="mb-3 rounded border border-good bg-good-soft px-3.5 py-2.5">
            All orders were updated successfully!
          </p>
        ) : (
          <p role="alert" className="mb-3 rounded border border-danger bg-danger-soft px-3.5 py-2.5">
            There were some errors while importing the file. Please review the errors below.
          </p>
        )}
        <Messages messages={progress.processingMessages} />
        <div className="mt-4 flex flex-wrap gap-2">
          <Link to={list} className="button">
            Close
          </Link>
          {hasRefused && refused && <RefusedRows path={refused} />}
        </div>
      </Dialog>
    </>
  );
}

/** Not a link of the router's: the browser saves what comes. */
const RefusedRows = ({ path }: { path: string }) => (
  <a href={path} className="button">
    Download the refused rows
  </a>
);
