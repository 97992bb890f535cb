import type { ReactNode } from "react";

export interface CardColumn {
  heading: string;
  isNumber?: boolean;
}

interface Props {
  columns: readonly CardColumn[];
  /**
   * Accessible name of the scrollable box, which must be focusable because the table may contain no links. It is no
   * landmark, because the card around it is one, often of the same name.
   */
  label?: string;
  /** The rows of a form: on a small screen they are blocks, whose cells name their columns themselves. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A table that fills its card and scrolls inside it if it is too wide. */
export function CardTable({ columns, label, isStacked, children }: Props) {
  return (
    <div className="-mx-4 -my-3.5 overflow-auto" {...(label && { role: "group", tabIndex: 0, "aria-label": label })}>
      <table className={`card-table w-full border-collapse ${isStacked ? "small:block" : ""}`}>
        <thead className={`bg-sunken text-left text-xs text-muted ${isStacked ? "small:hidden" : ""}`}>
          <tr>
            {columns.map(({ heading, isNumber }) => (
              <th key={heading} scope="col" className={`px-4 py-[7px] font-semibold ${isNumber ? "text-right" : ""}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={isStacked ? "small:block" : undefined}>{children}</tbody>
      </table>
    </div>
  );
}
