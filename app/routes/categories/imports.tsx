import { useLoaderData } from "@remix-run/react";
import { ImportList } from "#app/components/import/import-list.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadCategoryImports } from "#app/services/categories/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";

const heading = "Imports of categories";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<{ marketplaceId: string }> = {
  breadcrumb: ({ marketplaceId }) => ({
    list: { label: "Categories", path: paths.categories(marketplaceId) },
    label: heading,
  }),
};

export const loader = screenFor(categories.importCheck, loadCategoryImports);

export default function ImportsOfCategories() {
  const { marketplaceId, ...page } = useLoaderData<typeof loader>();
  return (
    <ImportList page={page} title={heading} listPath={paths.categories(marketplaceId)} back="Back to the categories" />
  );
}
