import { useLoaderData, useLocation } from "@remix-run/react";
import { ImportList } from "#app/components/import/import-list.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { type ImportPlace, importPlace } from "#app/lib/import-place.ts";
import { title } from "#app/lib/title.ts";
import { loadImportList } from "#app/services/imports/imports.server.ts";
import { backTo, importAreas } from "./parts/areas.tsx";

const headingAt = ({ area }: ImportPlace) => `Imports of ${area}`;

export const meta = ({ location }: { location: { pathname: string } }) =>
  title(headingAt(importPlace(location.pathname)));

export const handle: BreadcrumbHandle<ImportPlace> = {
  breadcrumb: (place) => ({
    list: { label: importAreas[place.area].list, path: place.listPath },
    label: headingAt(place),
  }),
};

export const loader = loadImportList;

export default function Imports() {
  const page = useLoaderData<typeof loader>();
  const place = importPlace(useLocation().pathname);
  return (
    <ImportList page={page} title={headingAt(place)} listPath={place.listPath} back={backTo(importAreas[place.area])} />
  );
}
