import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { countText } from "#app/components/chosen/choose-record.tsx";
import type { Asks } from "#app/components/form/early-guard.ts";
import { useLeaveGuard } from "#app/components/form/leave-guard.ts";
import { Heading } from "#app/components/layout/heading.tsx";
import { useHydrated } from "#app/components/layout/toast.tsx";
import { formId, textsOf } from "#app/lib/form-answer.ts";
import { keepTyped } from "#app/lib/keep-typed.ts";
import { backToForm, recordKinds, recordToFind } from "#app/lib/record-choice.ts";
import { title } from "#app/lib/title.ts";
import { loadRecordSearch, type RecordSearch, searchForForm } from "#app/services/forms/record-search.server.ts";
import { publicRoute, screen } from "#app/services/request/route.server.ts";

type Page = Awaited<ReturnType<typeof loadRecordSearch>>;

const headingOf = ({ kind }: Page) => `Choose a ${recordKinds[kind].one}`;

export const meta = ({ data }: { data?: Page }) => title(data ? headingOf(data) : "Choose");

export const loader = screen(loadRecordSearch);

export const action = publicRoute(searchForForm);

export const clientAction = keepTyped;

export default function FindRecord() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<RecordSearch>();
  return answer ? <Search page={page} answer={answer} /> : <WithoutForm page={page} />;
}

/** The form is submitted to this page, so its address alone does not have it. */
function WithoutForm({ page }: { page: Page }) {
  return (
    <>
      <Heading title={headingOf(page)} />
      <p className="mb-3.5">This page belongs to a form and has to be opened from there.</p>
      <a href={page.form} className="button">
        Go to the form
      </a>
    </>
  );
}

/** One form that carries everything typed in the other one. Its forms are sent by the browser, with or without scripts. */
function Search({ page, answer }: { page: Page; answer: RecordSearch }) {
  const { kind, form, field, isOptional } = page;
  const { one, many } = recordKinds[kind];
  const { pathname, search } = useLocation();
  const [isSent, setSent] = useState(false);
  useLeaveGuard(!isSent);
  const asks: Asks = "always";
  const typed = textsOf(answer.defaultValues).filter(([name]) => name !== recordToFind);
  return (
    <>
      <Heading title={headingOf(page)} sub="The form keeps everything that you have typed." />
      <form
        method="post"
        action={`${form}#${formId(answer.intent)}`}
        encType="multipart/form-data"
        data-asks={useHydrated() ? undefined : asks}
        onSubmit={() => setSent(true)}
      >
        {typed.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="card mb-3 flex flex-wrap items-end gap-x-3.5 gap-y-3 px-3.5 py-3">
          <label className="grid min-w-0 grow gap-1 text-xs font-semibold text-muted">
            Name
            <input
              className="input font-normal"
              name={recordToFind}
              defaultValue={answer.find}
              maxLength={255}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the page is there to type into this field
              autoFocus
            />
          </label>
          <button type="submit" formAction={`${pathname}${search}`} className="button">
            Search
          </button>
          <button type="submit" name="refresh" value={backToForm(field)} className="button">
            Cancel
          </button>
        </div>
        <p role={answer.failure ? "alert" : "status"} className="mx-0.5 mb-2 text-muted">
          {answer.found
            ? countText(answer.found.options.length, answer.found.totalCount, { noun: many, by: "Name" })
            : `${answer.failure ?? `The ${many} could not be searched.`} Please search again.`}
        </p>
        {(isOptional || (answer.found?.totalCount ?? 0) > 0) && (
          <ul className="card divide-y divide-line">
            {isOptional && (
              <Choice field={field} record={{ value: "", label: "None" }} about={`The field then has no ${one}.`} />
            )}
            {answer.found?.options.map((record) => (
              <Choice key={record.value} field={field} record={record} about={record.about} />
            ))}
          </ul>
        )}
      </form>
    </>
  );
}

function Choice({ field, record, about }: { field: string; record: { value: string; label: string }; about: string }) {
  return (
    <li>
      <button
        type="submit"
        name="refresh"
        value={backToForm(field, record)}
        className="block w-full px-3.5 py-2 text-left [overflow-wrap:anywhere] hover:bg-canvas"
      >
        <span className="block text-accent underline underline-offset-2">{record.label}</span>
        <span className="block text-xs text-muted">{about}</span>
      </button>
    </li>
  );
}
