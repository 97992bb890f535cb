import type { ReactNode } from "react";

export interface CardColumn {
  heading: string;
  isNumber?: boolean;
}

/** A table that fills its card from edge to edge, and scrolls inside it where it is too wide. */
export function CardTable({ columns, children }: { columns: readonly CardColumn[]; children: ReactNode }) {
  return (
    <div className="-mx-4 -my-3.5 overflow-auto">
      <table className="card-table w-full border-collapse">
        <thead className="bg-sunken text-left text-xs text-muted">
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th key={heading} scope="col" className={`px-4 py-[7px] font-semibold ${isNumber ? "text-right" : ""}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
