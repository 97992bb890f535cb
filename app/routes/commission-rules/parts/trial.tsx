import { useFormAnswer } from "#app/components/form/form-state.ts";
import { Card } from "#app/components/layout/card.tsx";
import { CardTable } from "#app/components/layout/card-table.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import type { ShownTrial } from "#app/services/commission-rules/commission-rules.server.ts";
import { add } from "#contract/rules/money.ts";

const columns = [
  { heading: "Supplier" },
  { heading: "Line items", isNumber: true },
  { heading: "Changed", isNumber: true },
  { heading: "As it was", isNumber: true },
  { heading: "With the rule", isNumber: true },
  { heading: "Difference", isNumber: true },
];

/** What the rule in the form would have meant for last month's sales, after the button for it. */
export function Trial({ intent }: { intent: string }) {
  const trial = useFormAnswer(intent)?.preview as ShownTrial | undefined;
  if (!trial) return null;
  return (
    <Card title="Last month with this rule">
      <p role="status" className="mb-6">
        {`Commission inc GST on what was ordered from ${trial.period}. Nothing was saved or changed.`}
        {trial.suppliers.length === 0 && " Nothing was sold in that month."}
      </p>
      {trial.suppliers.length > 0 && (
        <CardTable columns={columns} label="Trial">
          {trial.suppliers.map(({ supplierId, supplierName, ...figures }) => (
            <Row key={supplierId} name={supplierName} figures={figures} />
          ))}
          <Row name="Total" figures={trial.total} isTotal />
        </CardTable>
      )}
    </Card>
  );
}

function Row({ name, figures, isTotal }: { name: string; figures: ShownTrial["total"]; isTotal?: boolean }) {
  const { lines, changed, before, after } = figures;
  return (
    <tr className={isTotal ? "font-semibold" : undefined}>
      <th scope="row" className={`text-left [overflow-wrap:anywhere] ${isTotal ? "" : "font-normal"}`}>
        {name}
      </th>
      <td className="text-right">{integer(lines)}</td>
      <td className="text-right">{integer(changed)}</td>
      <td className="whitespace-nowrap text-right">{dollars(before)}</td>
      <td className="whitespace-nowrap text-right">{dollars(after)}</td>
      <td className="whitespace-nowrap text-right">{dollars(add(after, -before))}</td>
    </tr>
  );
}
