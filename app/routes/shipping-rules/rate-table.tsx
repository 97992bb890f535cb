import type { ReactNode } from "react";

/** The head and the frame of the rates, to be read and to be edited. */
export function RateTable({ children, lastColumn }: { children: ReactNode; lastColumn?: string }) {
  const head = "px-3 py-[7px] font-semibold";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="-mx-4 -mt-3.5 overflow-auto" tabIndex={0} aria-label="Rates by country, state and quantity">
      <table className="w-full border-collapse">
        <thead className="bg-sunken text-left text-xs text-muted">
          <tr>
            <th className={head}>Country</th>
            <th className={head}>State</th>
            <th className={`${head} text-right`}>Quantity From</th>
            <th className={`${head} text-right`}>Quantity To</th>
            <th className={`${head} text-right`}>Shipping Rate Per Item (ex GST)</th>
            {lastColumn && <th className={head}>{lastColumn}</th>}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
