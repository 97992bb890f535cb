import { CardTable } from "#app/components/layout/card-table.tsx";
import { dollars, dollarsExGst } from "#app/lib/format.ts";
import type { Explanation } from "#contract/rules/shipping-rate.ts";

const columns = [{ heading: "Rate" }, { heading: "Per item (ex GST)", isNumber: true }, { heading: "Why" }];

/** The shipping cost of one item and of the whole order, and every rate that was considered. */
export function WhyAnswer({ explanation: { price, considered } }: { explanation: Explanation }) {
  return (
    <div role="status" className="mt-4">
      {price ? (
        <dl className="mb-4 grid w-max max-w-full grid-cols-[auto_auto_auto] gap-x-5 gap-y-1">
          {(["perItem", "total"] as const).map((which) => (
            <div key={which} className="contents">
              <dt className="text-muted">{which === "perItem" ? "Per item" : "In total"}</dt>
              <dd className="text-right font-semibold">{dollars(price[which].incGst)} inc GST</dd>
              <dd className="text-right text-muted">{dollarsExGst(price[which].exGst)} ex GST</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mb-4 font-semibold">
          {considered.some(({ applies }) => applies) ? "The rate is not known yet." : "This rule does not ship there."}
        </p>
      )}
      <div className="py-3.5">
        <CardTable columns={columns} label="Rates considered">
          {considered.map(({ name, ratePerItem, applies, reason }) => (
            <tr key={name} className={applies ? "bg-accent-soft" : ""}>
              <td>{name}</td>
              <td className="text-right">{ratePerItem === null ? "–" : dollarsExGst(ratePerItem)}</td>
              <td>
                {applies && <strong>Applies: </strong>}
                {reason}
              </td>
            </tr>
          ))}
        </CardTable>
      </div>
    </div>
  );
}
