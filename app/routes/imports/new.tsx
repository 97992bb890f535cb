import { useLoaderData, useLocation } from "@remix-run/react";
import { ImportForm } from "#app/components/import/import-form.tsx";
import { importDialog, importPlace } from "#app/lib/import-place.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { loadImportDialog, sendImport } from "#app/services/imports/imports.server.ts";
import { anyTable, importDialogs } from "./parts/dialogs.tsx";

export const meta = ({ location }: { location: { pathname: string } }) =>
  title(importDialogs[importDialog(location.pathname)].title);

export const loader = loadImportDialog;

export const action = sendImport;

export const clientAction = keepTyped;

export default function ImportDialog() {
  const { marketplaceName, takesTables, ...form } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { listPath } = importPlace(pathname);
  const { Fields, title: pageTitle, heading = pageTitle, ...words } = importDialogs[importDialog(pathname)];
  return (
    <ImportForm
      {...form}
      {...words}
      {...(takesTables && anyTable)}
      {...(marketplaceName && { sub: `Categories of ${marketplaceName}` })}
      title={heading}
      allPath={`${listPath}/imports`}
      listPath={listPath}
    >
      {Fields && <Fields />}
    </ImportForm>
  );
}
