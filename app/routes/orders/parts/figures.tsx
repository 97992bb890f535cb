import { Link } from "#app/components/layout/link.tsx";
import { dollars, integer } from "#app/lib/format.ts";
import type { ShownLineItem } from "#app/services/orders/order.server.ts";

interface Props {
  item: ShownLineItem;
  /** Address of the page with the transactions behind the adjusted figures. */
  transactionsPath: string;
}

const headClass = "px-2 py-1 text-right text-xs small:px-1 font-semibold text-muted";

/** Quantities and amounts: ordered, adjusted, and still to be shipped or paid. */
export function Figures({ item, transactionsPath }: Props) {
  const rows = [
    { heading: "Quantity", figures: item.quantity, format: integer },
    { heading: "Purchase Amount", figures: item.purchaseAmount, format: dollars },
    { heading: "Shipping Amount", figures: item.shippingAmount, format: dollars },
    { heading: "Commission", figures: item.commissionAmount, format: dollars },
    { heading: "Sub Total", figures: item.subTotal, format: dollars },
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="mt-3 overflow-auto" tabIndex={0} aria-label={`Amounts of ${item.productName}`}>
      <table className="w-full max-w-[640px] border-collapse small:text-sm">
        <thead>
          <tr>
            <td />
            <th scope="col" className={headClass}>
              Initial
            </th>
            <th scope="col" className={headClass}>
              <Link
                to={transactionsPath}
                className="link inline-block min-h-6"
                aria-label={`Adjusted: transactions of ${item.productName}`}
              >
                Adjusted
              </Link>
            </th>
            <th scope="col" className={headClass}>
              Owed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ heading, figures, format }) => (
            <tr key={heading} className="border-t border-line last:font-semibold">
              <th scope="row" className="py-1 pr-2 text-left font-normal text-muted">
                {heading}
              </th>
              {[figures.ordered, figures.adjusted, figures.owed].map((figure, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
                <td key={i} className="whitespace-nowrap px-2 py-1 text-right small:px-1">
                  {format(figure)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
