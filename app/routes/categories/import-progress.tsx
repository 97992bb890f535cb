import { type ClientLoaderFunctionArgs, useLoaderData, useParams } from "@remix-run/react";
import { ImportPage } from "#app/components/import/import-page.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { pollWithFallback } from "#app/lib/poll-with-fallback.ts";
import { title } from "#app/lib/title.ts";
import { CheckedCategories, cautionOf, isWorthIt } from "#app/routes/categories/parts/checked-categories.tsx";
import { categoryImports, loadCategoryImport } from "#app/services/categories/import.server.ts";
import type { LoadedImport } from "#app/services/pages/imports.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";

type Page = LoadedImport<typeof categoryImports> & { marketplaceId: string; marketplaceName?: string };

const heading = "Import Categories";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<Page> = {
  breadcrumb: ({ marketplaceId }) => ({
    list: { label: "Categories", path: paths.categories(marketplaceId) },
    label: heading,
  }),
};

export const loader = screenFor(categories.importCheck, loadCategoryImport);

export const action = categoryImports.act;

export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  pollWithFallback<Page>({ progress: undefined, result: undefined, marketplaceId: args.params.id ?? "" })(args);

export const clientAction = keepTyped;

export default function ImportProgress() {
  const { marketplaceId, marketplaceName = "this marketplace", ...page }: Page = useLoaderData<typeof loader>();
  const refused = paths.refusedCategories(marketplaceId, useParams().importId ?? "");
  return (
    <ImportPage
      page={page}
      title={heading}
      sub={`Categories of ${marketplaceName}`}
      listPath={paths.categories(marketplaceId)}
      back="Back to the categories"
      menu="Import"
      doing="Categories are being added and changed."
      done="All categories were imported successfully!"
      refused={refused}
      hasRefused={({ summary }) => (summary?.refused.count ?? 0) > 0}
      caution={({ summary }) => (summary ? cautionOf(summary) : undefined)}
      isWorthIt={({ summary }) => (summary ? isWorthIt(summary) : false)}
    >
      {({ summary }) => summary && <CheckedCategories summary={summary} refused={refused} />}
    </ImportPage>
  );
}
