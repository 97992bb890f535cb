import { Form, useLoaderData, useLocation } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { Link } from "#app/components/layout/link.tsx";
import type { List } from "#app/components/list/list.ts";
import { ListScreen } from "#app/components/list/list-screen.tsx";
import { RowLink } from "#app/components/list/row-link.tsx";
import { Pill } from "#app/components/text/pill.tsx";
import { booksPaths } from "#app/lib/books-paths.ts";
import { dollars, integer } from "#app/lib/format.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { title } from "#app/lib/title.ts";
import { type ListedClosing, loadMonths, monthForms } from "#app/services/books/months.server.ts";
import { commandForms } from "#app/services/forms/command-form.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { books } from "#contract/books/operations.ts";

const heading = "Closed Months";

export const meta = () => title(heading);

export const handle: BreadcrumbHandle<unknown> = {
  breadcrumb: () => ({ list: { label: "Books", path: booksPaths.trialBalance() }, label: heading }),
};

export const loader = screenFor(books.closings, loadMonths);

export const action = commandForms(monthForms);

export const clientAction = keepTyped;

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const listOf = (data: Data): List<ListedClosing> => ({
  title: heading,
  path: booksPaths.months(),
  noun: "closings",
  filters: [],
  columns: [
    { heading: "Month", isFixed: true, cell: ({ name }) => <span className="whitespace-nowrap">{name}</span> },
    { heading: "Closed", sort: "id", cell: ({ closed }) => closed },
    {
      heading: "Reopened",
      cell: ({ reopened, reason }) =>
        reopened ? (
          <>
            {reopened}
            <span className="block text-xs text-muted [overflow-wrap:anywhere]">{reason}</span>
          </>
        ) : (
          "–"
        ),
    },
    {
      heading: "Actions",
      cell: ({ isLast, month, name }, link) =>
        isLast &&
        data.may.canClose && (
          <RowLink to={link(booksPaths.reopen(month))} aria-label={`Reopen ${name}`}>
            Reopen
          </RowLink>
        ),
    },
  ],
  rowId: ({ id }) => id,
});

export default function Months() {
  const data = useLoaderData<typeof loader>();
  return <ListScreen list={listOf} data={data} above={<NextMonth data={data} />} />;
}

const columns = [
  { heading: "Before closing" },
  { heading: "Number", isNumber: true },
  { heading: "Inc GST", isNumber: true },
];

/** The month that is closed next, with what is to be looked at before. */
function NextMonth({ data: { closing, may, commandId } }: { data: Data }) {
  const { month, name, closedTo, whyNot, checks, isRefused } = closing;
  return (
    <div className="mb-3.5">
      <p className="mb-3">
        {closedTo
          ? `${closedTo} and all months before it are closed: nothing is entered for their days.`
          : "No month is closed yet. The first one closes all months before it, too."}
      </p>
      <Choice closing={closing} />
      {whyNot ? (
        <p className="text-muted">{whyNot}</p>
      ) : (
        <Card title={`Close ${name}`}>
          <CardTable columns={columns} label={`Close ${name}`}>
            {checks.map((check) => (
              <Check key={check.check} {...check} />
            ))}
          </CardTable>
          {may.canClose && (
            <div className="mt-7">
              {isRefused ? (
                <p>The month can be closed once what prevents it is dealt with.</p>
              ) : (
                <CommandButton
                  intent="close"
                  commandId={commandId}
                  label={`Close ${name}`}
                  busy="Closing..."
                  look="primary"
                >
                  <input type="hidden" name="Month" value={month} />
                </CommandButton>
              )}
            </div>
          )}
        </Card>
      )}
    </div>
  );
}

function Check({ label, count, total, refuses, to }: Data["closing"]["checks"][number]) {
  return (
    <tr>
      <td className="min-w-40">
        {to ? (
          <Link to={to} className="link">
            {label}
          </Link>
        ) : (
          label
        )}
        {refuses && count > 0 && (
          <>
            {" "}
            <Pill tone="warn">Prevents closing</Pill>
          </>
        )}
      </td>
      <td className="text-right">{integer(count)}</td>
      <td className="whitespace-nowrap text-right">{dollars(total)}</td>
    </tr>
  );
}

/** Chooses the first month that is closed. */
function Choice({ closing: { choices, month } }: Pick<Data, "closing">) {
  const { pathname } = useLocation();
  if (choices.length === 0) return null;
  return (
    <Form action={pathname} className="mb-3 flex flex-wrap items-end gap-2">
      <div className="grid gap-1">
        <label htmlFor="month" className="text-sm">
          Month
        </label>
        <select id="month" name="month" defaultValue={month} key={month} className="input">
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button">
        Show
      </button>
    </Form>
  );
}
