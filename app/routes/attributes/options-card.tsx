import { lazy } from "react";
import { EditableCard } from "~/components/layout/card";
import { integer } from "~/lib/format";
import type { AttributePage } from "~/services/attributes.server";

const OptionsForm = lazy(() => import("./options-form"));

export function OptionsCard({ page }: { page: AttributePage }) {
  return (
    <EditableCard
      title="Options"
      name="options"
      canEdit={page.may.options}
      editing={page.editing}
      form={(cancelTo) => <OptionsForm page={page} cancelTo={cancelTo} />}
    >
      <ReadView page={page} />
    </EditableCard>
  );
}

function ReadView({ page: { attribute, isSelected } }: { page: AttributePage }) {
  const { values } = attribute;
  if (values.length === 0) {
    return (
      <p className="text-muted">
        {isSelected ? "This attribute has no options yet." : "Products of this attribute are not offered options: its selection type has none."}
      </p>
    );
  }
  return (
    <>
      {!isSelected && <p className="mb-3 text-warn">Products are not offered these options: the selection type of this attribute has none.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="-mx-4 -mt-3.5 max-h-[60vh] overflow-auto" aria-label="List of options" tabIndex={0}>
        <table className="w-full border-collapse">
          <thead className="sticky top-0 bg-sunken text-left text-xs text-muted">
            <tr>
              <th className="px-4 py-[7px] font-semibold">Code</th>
              <th className="px-4 py-[7px] font-semibold">Name</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ code, value }) => (
              <tr key={`${code} ${value}`} className="row-link">
                <td className="[overflow-wrap:anywhere]">{code}</td>
                <td className="[overflow-wrap:anywhere]">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-3 text-muted">
        {integer(values.length)} {values.length === 1 ? "option" : "options"}
      </p>
    </>
  );
}
