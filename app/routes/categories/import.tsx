import { useLoaderData } from "@remix-run/react";
import { ImportForm } from "#app/components/import/import-form.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { categoryImports, loadCategoryImportForm } from "#app/services/categories/import.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";

const heading = "Import Categories";

export const meta = () => title(heading);

export const loader = screenFor(categories.importCheck, loadCategoryImportForm);

export const action = categoryImports.send("categories");

export const clientAction = keepTyped;

const hint =
  "Google's product taxonomy as a text file (.txt), or an .xlsx file with a worksheet named Categories: an edited export, or the columns ExternalId with either Category or Name and ParentExternalId. It is checked first; nothing changes until you apply it. Categories that are not in the file stay.";

export default function ImportCategories() {
  const { marketplaceId, marketplaceName = "this marketplace", ...page } = useLoaderData<typeof loader>();
  return (
    <ImportForm
      {...page}
      title={heading}
      sub={`Categories of ${marketplaceName}`}
      accept=".xlsx,.txt"
      hint={hint}
      allPath={paths.categoryImports(marketplaceId)}
      listPath={paths.categories(marketplaceId)}
    />
  );
}
