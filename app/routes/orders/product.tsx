import { Form, Link, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { BreadcrumbHandle } from "#app/components/layout/breadcrumb.tsx";
import { Heading } from "#app/components/layout/heading.tsx";
import { integer } from "#app/lib/format.ts";
import { findRecord } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { title } from "#app/lib/title.ts";
import { loadProductChoices } from "#app/services/orders/orders.server.ts";
import { screenFor } from "#app/services/request/route.server.ts";
import { products } from "#contract/products/operations.ts";

const heading = "Choose a product";

export const meta = () => title(heading);

export const loader = screenFor(products.list, loadProductChoices);

type Choices = Awaited<ReturnType<typeof loadProductChoices>>;

export const handle: BreadcrumbHandle<Choices> = {
  breadcrumb: ({ back }) => ({ list: { label: "Orders", path: back }, label: heading }),
};

export default function ChooseProduct() {
  const { find, choices, totalCount, back, kept } = useLoaderData<typeof loader>();
  return (
    <>
      <Heading title={heading} sub="The list then shows only orders with this product.">
        <Link to={back} className="button">
          Cancel
        </Link>
      </Heading>
      <Search find={find} kept={kept} />
      <p role="status" className="mx-0.5 mb-2 text-muted">
        {countText(choices.length, totalCount)}
      </p>
      {choices.length > 0 && (
        <ul className="card divide-y divide-line">
          {choices.map((choice) => (
            <li key={choice.id}>
              <Link to={choice.to} className="block px-3.5 py-2 no-underline hover:bg-canvas">
                <span className="block text-accent underline underline-offset-2">{choice.name}</span>
                <span className="block text-xs text-muted">
                  {[choice.externalSku, choice.supplierName].filter(Boolean).join(" · ")}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function countText(shown: number, total: number): string {
  if (total === 0) return "No products match.";
  return shown < total
    ? `The first ${integer(shown)} of ${integer(total)}: type more of the name or the SKU to see others.`
    : `${integer(total)} found.`;
}

const pause = 200;

/** With scripts it searches while the user types, after a short pause. */
function Search({ find, kept }: Pick<Choices, "find" | "kept">) {
  const submit = useSubmit();
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <Form
      method="get"
      action={paths.chooseOrderProduct()}
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
        Name or SKU
        {/* biome-ignore lint/a11y/noAutofocus: the page is there to type into this field */}
        <input className="input font-normal" name={findRecord} defaultValue={find} autoFocus />
      </label>
      <button type="submit" className="button">
        Search
      </button>
    </Form>
  );
}
