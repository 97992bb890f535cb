import { orders } from "@contract/orders/operations.ts";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "~/components/dialog/dialog";
import { FormFrame } from "~/components/form/form-frame";
import { useFormAnswer, useIsPending } from "~/components/form/form-state";
import { WorkbookField } from "~/components/form/workbook-field";
import { keepTyped } from "~/lib/keep-typed";
import { paths } from "~/lib/paths";
import { title } from "~/lib/title";
import { loadImportForm, sendWorkbook } from "~/services/orders-import.server";
import { screenFor } from "~/services/route.server";

export const meta = () => title("Import Shipments");

export const loader = screenFor(orders.excelImportCheck, loadImportForm);

export const action = sendWorkbook;

export const clientAction = keepTyped;

const intent = "import";
const labels = { file: "File" };

export default function ImportShipments() {
  const { last, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const isSending = useIsPending(intent);
  const answer = useFormAnswer(intent);
  const parent = `${paths.orders()}${search}`;
  return (
    <Dialog title="Import Products" sub="Shipments for orders" closeTo={isSending ? undefined : parent}>
      {last && (
        <p className="mb-3">
          Your last file, “{last.fileName}”, {last.isFinished ? "has been read" : "is still being imported"}.{" "}
          <Link to={last.path} className="underline underline-offset-2">
            Show it
          </Link>
        </p>
      )}
      <FormFrame
        intent={intent}
        commandId={commandId}
        submit="Import"
        busy="Importing..."
        cancelTo={isSending ? undefined : parent}
        labels={labels}
        isDirty={false}
      >
        <WorkbookField
          name="file"
          label={labels.file}
          hint="An .xlsx file with a worksheet called Orders: an export of orders with its shipments filled in, or its seven columns for them alone. It is checked first; nothing is changed before you say so."
          message={answer?.errors?.file?.message}
        />
      </FormFrame>
      {isSending && <p role="status">Importing file. Please wait...</p>}
    </Dialog>
  );
}
