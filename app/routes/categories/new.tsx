import { useLoaderData } from "@remix-run/react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { loadNewCategory, newCategoryForms } from "#app/services/categories/categories.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";
import { CategoryForm } from "./parts/form.tsx";

export const meta = () => title("Add Category");

export const loader = screenFor(categories.add, loadNewCategory);

export const action = commandForms(newCategoryForms);

export const clientAction = keepTyped;

export default function AddCategory() {
  const { commandId, under, listTo } = useLoaderData<typeof loader>();
  return (
    <Dialog title="Add Category" closeTo={listTo}>
      <CategoryForm
        intent="add"
        commandId={commandId}
        values={{ Under: under, Name: "", ExternalId: "" }}
        cancelTo={listTo}
      />
    </Dialog>
  );
}
