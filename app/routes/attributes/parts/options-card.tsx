import { lazy } from "react";
import { EditableCard } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import type { AttributePage } from "#app/services/attributes/attributes.server.ts";

const OptionsForm = lazy(() => import("./options-form.tsx"));

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
        {isSelected ? "This attribute has no options yet." : "This selection type has no options."}
      </p>
    );
  }
  return (
    <>
      {!isSelected && (
        <p className="mb-7 text-warn">
          These options are not used: the selection type of this attribute has no options.
        </p>
      )}
      <CardTable columns={[{ heading: "Code" }, { heading: "Name" }]}>
        {values.map(({ code, value }) => (
          <tr key={`${code} ${value}`}>
            <td className="[overflow-wrap:anywhere]">{code}</td>
            <td className="[overflow-wrap:anywhere]">{value}</td>
          </tr>
        ))}
      </CardTable>
    </>
  );
}
