import { type ClientLoaderFunctionArgs, useLoaderData, useLocation } from "@remix-run/react";
import { ImportPage } from "#app/components/import/import-page.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { importPaths } from "#app/lib/import-paths.ts";
import { type ImportPlace, importPlace } from "#app/lib/import-place.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { actOnImportPage, type LoadedImport, loadImportPage } from "#app/services/imports/imports.server.ts";
import { backTo, importAreas } from "./parts/areas.tsx";

type Page = LoadedImport & ImportPlace;

export const meta = ({ location }: { location: { pathname: string } }) =>
  title(importAreas[importPlace(location.pathname).area].title);

export const handle: BreadcrumbHandle<ImportPlace> = {
  breadcrumb({ area, listPath }) {
    const { list, title: label } = importAreas[area];
    return { list: { label: list, path: listPath }, label };
  },
};

export const loader = loadImportPage;

export const action = actOnImportPage;

/** What the address says is known while the server is unavailable, too. */
export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  pollWithFallback<Page>({
    ...importPlace(new URL(args.request.url).pathname),
    progress: undefined,
    result: undefined,
  })(args);

export const clientAction = keepTyped;

export default function ImportProgress() {
  const page: Page = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { sub, caution, after, checked, hasChanges, ...area } = importAreas[page.area];
  const files = {
    refused: importPaths.refusedRows(pathname),
    changes: hasChanges ? importPaths.changes(pathname) : "",
  };
  return (
    <ImportPage
      {...area}
      page={page}
      sub={sub(page)}
      listPath={page.listPath}
      back={backTo(area)}
      {...files}
      caution={caution}
      after={after?.(page)}
    >
      {(summary) => checked(summary, files)}
    </ImportPage>
  );
}
