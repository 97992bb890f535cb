import { useLoaderData } from "@remix-run/react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { booksPaths } from "#app/lib/books-paths.ts";
import { dollars, integer } from "#app/lib/format.ts";
import { title } from "#app/lib/title.ts";
import { type ListedBillExport, loadBillExports } from "#app/services/books/exports.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { books } from "#contract/books/operations.ts";

const heading = "Bills for Xero or MYOB";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Books", path: booksPaths.trialBalance() }, label: heading }),
};

export const loader = screenFor(books.billExports, loadBillExports);

const list: List<ListedBillExport> = {
  title: heading,
  path: booksPaths.bills(),
  add: { label: "Export Bills", path: booksPaths.newBills() },
  noun: "exports",
  filters: [],
  columns: [
    { heading: "Number", sort: "id", cell: ({ id }) => id },
    { heading: "Issued", cell: ({ days }) => days },
    { heading: "Documents", cell: ({ documents }) => integer(documents), isNumeric: true },
    { heading: "Total inc GST", cell: ({ total }) => dollars(total), isNumeric: true },
    { heading: "Made", cell: ({ made }) => made, isHiddenWhenSmall: true },
    {
      heading: "File",
      isFixed: true,
      cell: ({ id, fileName }) => (
        <a href={booksPaths.billFile(id)} className="link py-1" download={fileName}>
          {fileName}
        </a>
      ),
    },
  ],
  rowId: ({ id }) => id,
};

export default function BillExports() {
  const data = useLoaderData<typeof loader>();
  const actions = data.may.canAdd && (
    <Link to={booksPaths.codes()} className="button" preventScrollReset>
      Codes
    </Link>
  );
  return (
    <ListScreen
      list={list}
      data={data}
      actions={actions}
      above={
        <p className="mb-3 text-muted">
          Issued documents as bills, and those below zero as credit notes, each in one export alone. In Xero, choose
          Bills to pay, Import, and amounts exclusive of tax. In MYOB AccountRight, choose Import/Export Assistant,
          Purchases, Service, tab-delimited, with a header record. Payments are not in it: the bank’s statement has
          them.
        </p>
      }
    />
  );
}
