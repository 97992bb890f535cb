import type { ReactNode } from "react";
import { Link } from "#app/components/layout/link.tsx";

interface Props {
  to: string;
  className?: string;
  /** The page stays where it is scrolled to. */
  keepsScroll?: boolean;
  "aria-expanded"?: boolean;
  "aria-label"?: string;
  children: ReactNode;
}

/** A link in a row of a list. The table asks for the route behind the first one of them, which is that of all. */
export function RowLink({ keepsScroll, ...props }: Props) {
  return <Link data-row-link="" data-discover={undefined} preventScrollReset={keepsScroll} {...props} />;
}
