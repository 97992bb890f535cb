import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { categoryForms, loadCategory } from "#app/services/categories/categories.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";
import { CategoryForm } from "./parts/form.tsx";

export const meta = () => title("Edit Category");

export const loader = screenFor(categories.update, loadCategory);

export const action = commandForms(categoryForms);

export const clientAction = keepTyped;

export default function EditCategory() {
  const { category, commandId, shown, values, listTo } = useLoaderData<typeof loader>();
  return (
    <Dialog title="Edit Category" closeTo={listTo}>
      {category.below > 0 && (
        <p className="mb-3">The categories below it are renamed and moved with it, and keep their products.</p>
      )}
      <CategoryForm intent="update" commandId={commandId} shown={shown} values={values} cancelTo={listTo} />
    </Dialog>
  );
}
