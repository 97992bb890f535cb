import type { Explanation } from "@contract/rules/shipping-rate.ts";
import { dollars } from "~/lib/format";

/** What one item and the whole order cost to ship, and every rate that was looked at. */
export function WhyAnswer({ explanation: { price, considered } }: { explanation: Explanation }) {
  const cell = "border-b border-line px-3 py-1.5 text-left align-top font-normal";
  return (
    <div role="status" className="mt-4">
      {price ? (
        <dl className="mb-4 grid w-max max-w-full grid-cols-[auto_auto_auto] gap-x-5 gap-y-1">
          {(["perItem", "total"] as const).map((which) => (
            <div key={which} className="contents">
              <dt className="text-muted">{which === "perItem" ? "Per item" : "In total"}</dt>
              <dd className="text-right font-semibold">{dollars(price[which].incGst)} inc GST</dd>
              <dd className="text-right text-muted">{dollars(price[which].exGst)} ex GST</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mb-4 font-semibold">{considered.some(({ applies }) => applies) ? "The rate is not known yet." : "This rule does not ship there."}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="overflow-auto" tabIndex={0} aria-label="Rates that were looked at">
        <table className="w-full border-collapse">
          <thead className="bg-sunken text-left text-xs text-muted">
            <tr>
              <th className="px-3 py-[7px] font-semibold">Rate</th>
              <th className="px-3 py-[7px] text-right font-semibold">Per item (ex GST)</th>
              <th className="px-3 py-[7px] font-semibold">Why</th>
            </tr>
          </thead>
          <tbody>
            {considered.map(({ name, ratePerItem, applies, reason }) => (
              <tr key={name} className={applies ? "bg-accent-soft" : ""}>
                <th scope="row" className={cell}>
                  {name}
                </th>
                <td className={`${cell} text-right`}>{dollars(ratePerItem)}</td>
                <td className={cell}>
                  {applies && <strong>Applies: </strong>}
                  {reason}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
