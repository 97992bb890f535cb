import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Heading } from "#app/components/layout/heading.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { integer } from "#app/lib/format.ts";
import { findRecord, type RecordChoices } from "#app/lib/list-state.ts";

interface Props {
  page: RecordChoices;
  title: string;
  /** A sentence on the effect of the choice. */
  sub: string;
  /** Plural noun for the records. */
  noun: string;
  /** Label of the search box, such as "Name or SKU". */
  by: string;
}

/** The page on which a record is chosen that a list is filtered by. */
export function ChooseRecord({ page: { find, choices, totalCount, back, here, kept }, title, sub, noun, by }: Props) {
  return (
    <>
      <Heading title={title} sub={sub}>
        <Link to={back} className="button">
          Cancel
        </Link>
      </Heading>
      <Search find={find} here={here} kept={kept} by={by} />
      <p role="status" className="mx-0.5 mb-2 text-muted">
        {countText(choices.length, totalCount, { noun, by })}
      </p>
      {choices.length > 0 && (
        <ul className="card divide-y divide-line">
          {choices.map((choice) => (
            <li key={choice.id}>
              <Link to={choice.to} className="block px-3.5 py-2 no-underline [overflow-wrap:anywhere] hover:bg-canvas">
                <span className="block text-accent underline underline-offset-2">{choice.name}</span>
                <span className="block text-xs text-muted">{choice.about}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Says how many records were found, and how to see others. */
export function countText(shown: number, total: number, { noun, by }: Pick<Props, "noun" | "by">): string {
  if (total === 0) return `No ${noun} match.`;
  return shown < total
    ? `The first ${integer(shown)} of ${integer(total)}: type more of the ${by.replace("Name", "name").replace(" or ", " or the ")} to see others.`
    : `${integer(total)} found.`;
}

const pause = 200;

/** With scripts it searches while the user types, after a short pause. */
function Search({ find, here, kept, by }: Pick<RecordChoices, "find" | "here" | "kept"> & Pick<Props, "by">) {
  const submit = useSubmit();
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <Form
      method="get"
      action={here}
      role="search"
      autoComplete="off"
      className="card mb-3 flex flex-wrap items-end gap-x-3.5 gap-y-3 px-3.5 py-3"
      onChange={({ currentTarget: form }) => {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), pause);
      }}
      onSubmit={() => window.clearTimeout(timer.current)}
    >
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label className="grid min-w-0 grow gap-1 text-xs font-semibold text-muted">
        {by}
        {/* biome-ignore lint/a11y/noAutofocus: the page is there to type into this field */}
        <input className="input font-normal" name={findRecord} defaultValue={find} autoFocus />
      </label>
      <button type="submit" className="button">
        Search
      </button>
    </Form>
  );
}
