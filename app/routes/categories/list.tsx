import { useLoaderData, useLocation } from "@remix-run/react";
import { ExportButton } from "#app/components/export/export-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { integer } from "#app/lib/format.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { type CategoriesPage, loadCategories } from "#app/services/categories/categories.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { categories } from "#contract/categories/operations.ts";
import type { CategoryRow } from "#contract/categories/schema.ts";
import { categoriesFile } from "#contract/categories/workbook.ts";

export const meta = () => title("Categories");

export const handle: BreadcrumbHandle<CategoriesPage> = {
  breadcrumb: ({ marketplace }) => ({
    list: { label: marketplace.name, path: paths.marketplace(marketplace.id) },
    label: "Categories",
  }),
};

export const loader = screenFor(categories.list, loadCategories);

function listOf(data: CategoriesPage): List<CategoryRow> {
  const { marketplace, isSearch, filters } = data;
  const path = paths.categories(marketplace.id);
  const groupOf = (row: CategoryRow) => (filters.groupId ? { groupId: row.groupId } : {});
  return {
    title: `Categories of ${marketplace.name}`,
    path,
    noun: "categories",
    filters: [
      { kind: "text", name: "searchText", label: "Search", isWide: true },
      ...((data.options.groupId ?? []).length > 1
        ? [{ kind: "select" as const, name: "groupId", label: "Classification", any: "The first" }]
        : []),
    ],
    columns: [
      {
        heading: "Name",
        isFixed: true,
        sort: "name",
        cell: (row) => {
          const label = isSearch ? row.fullName : row.name;
          return row.below > 0 ? (
            <RowLink to={withParams(path, { ...groupOf(row), under: row.fullName })}>{label}</RowLink>
          ) : (
            label
          );
        },
      },
      { heading: "External id", cell: (row) => row.externalId, isHiddenWhenSmall: true },
      { heading: "Below", cell: (row) => integer(row.below), isNumeric: true },
      { heading: "Products", cell: (row) => integer(row.products), isNumeric: true },
      ...(data.may.canEdit
        ? [{ heading: "Actions", cell: (row: CategoryRow) => <RowActions row={row} marketplaceId={marketplace.id} /> }]
        : []),
    ],
    rowId: (row) => row.fullName,
  };
}

function RowActions({ row, marketplaceId }: { row: CategoryRow; marketplaceId: string }) {
  const { search } = useLocation();
  const to = (path: string) => withParams(`${path}${search}`, { groupId: row.groupId, category: row.fullName });
  return (
    <span className="flex gap-3">
      <RowLink to={to(paths.editCategory(marketplaceId))} aria-label={`Edit ${row.fullName}`}>
        Edit
      </RowLink>
      <RowLink to={to(paths.deleteCategory(marketplaceId))} aria-label={`Delete ${row.fullName}`}>
        Delete
      </RowLink>
    </span>
  );
}

export default function Categories() {
  const data = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { id } = data.marketplace;
  const actions = (
    <>
      <ExportButton path={paths.exportCategories(id)} fileName={categoriesFile} isTable />
      {data.may.canEdit && (
        <>
          <Link to={`${paths.importCategories(id)}${search}`} className="button" preventScrollReset>
            Import
          </Link>
          <Link to={`${paths.newCategory(id)}${search}`} className="button button-primary" preventScrollReset>
            Add Category
          </Link>
        </>
      )}
    </>
  );
  return <ListScreen list={listOf} data={data} actions={actions} above={<Levels levels={data.levels} />} />;
}

/** The way back up the tree. */
function Levels({ levels }: Pick<CategoriesPage, "levels">) {
  if (levels.length === 0) return null;
  return (
    <nav aria-label="Levels" className="mb-2 text-sm [overflow-wrap:anywhere]">
      {levels.map(({ label, to }, i) => (
        <span key={to}>
          {i > 0 && " › "}
          {i < levels.length - 1 ? <Link to={to}>{label}</Link> : <strong>{label}</strong>}
        </span>
      ))}
    </nav>
  );
}
