import { useLoaderData, useLocation } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { FieldFrame } from "#app/components/form/fields.tsx";
import { FormFrame } from "#app/components/form/form-frame.tsx";
import { useFormAnswer, useIsPending } from "#app/components/form/form-state.ts";
import { WorkbookField } from "#app/components/form/workbook-field.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadSendPictures, sendPictures } from "#app/services/products/sent-pictures.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { maxPictureArchiveBytes } from "#contract/files/limits.ts";
import { products } from "#contract/products/operations.ts";
import { formatMoment } from "#contract/rules/moments.ts";

const heading = "Send Pictures";

export const meta = () => title(heading);

export const loader = screenFor(products.uploadPictures, loadSendPictures);

export const action = sendPictures;

export const clientAction = keepTyped;

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

const intent = "import";
const labels = { supplierId: "Supplier", file: "File" };

const hint =
  "A .zip file of at most 500 MB and 5,000 pictures, named by their SKU: AB-12.jpg is a picture of the product or variant with the SKU AB-12, AB-12_2.jpg is its second one. Folders in the file do not matter. Pictures are added; none is removed. Those that belong to nothing for certain are listed, and left out.";

export default function SendPictures() {
  const { suppliers, supplierId, uploads, timeZone, commandId } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const isSending = useIsPending(intent);
  const answer = useFormAnswer(intent);
  const parent = `${paths.products()}${search}`;
  return (
    <Dialog title={heading} sub="Pictures of products in a zip file" closeTo={isSending ? undefined : parent}>
      {suppliers.length === 0 ? (
        <p>
          There are too many suppliers to list them here. Please{" "}
          <Link to={`${paths.chooseSupplier(paths.products())}${search}`} className="link">
            choose the supplier
          </Link>{" "}
          for the list of products first, and open this dialog again.
        </p>
      ) : (
        <FormFrame
          intent={intent}
          commandId={commandId}
          submit="Send"
          busy="Sending..."
          cancelTo={isSending ? undefined : parent}
          labels={labels}
          isDirty={false}
        >
          <FieldFrame name="supplierId" label={labels.supplierId} message={answer?.errors?.supplierId?.message} isWide>
            <select
              className="input"
              id="supplierId"
              name="supplierId"
              defaultValue={String(answer?.defaultValues.supplierId ?? supplierId)}
              aria-invalid={answer?.errors?.supplierId ? true : undefined}
              aria-describedby="supplierId-error"
            >
              <option value="">Please choose</option>
              {suppliers.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </FieldFrame>
          <WorkbookField
            name="file"
            label={labels.file}
            hint={hint}
            message={answer?.errors?.file?.message}
            accept=".zip"
            maxBytes={maxPictureArchiveBytes}
          />
        </FormFrame>
      )}
      {isSending && <p role="status">Sending the file. This takes as long as your connection needs. Please wait...</p>}
      {uploads.length > 0 && !isSending && <SentBefore uploads={uploads} timeZone={timeZone} />}
    </Dialog>
  );
}

function SentBefore({ uploads, timeZone }: Pick<Page, "uploads" | "timeZone">) {
  return (
    <section aria-label="Sent before" className="mt-4 grid gap-1">
      <h3 className="font-semibold">Sent before</h3>
      <ul className="grid gap-1">
        {uploads.map(({ id, fileName, supplierName, createdDate, path }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <Link to={path} className="link">
              {fileName}
            </Link>
            , {supplierName}, {formatMoment(createdDate, timeZone)}
          </li>
        ))}
      </ul>
    </section>
  );
}
