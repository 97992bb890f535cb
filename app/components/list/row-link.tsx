import type { ComponentPropsWithoutRef } from "react";
import { Link } from "#app/components/layout/link.tsx";

/** A link in a row of a list. The table asks for the route behind the first one of them, which is that of all. */
export function RowLink(props: ComponentPropsWithoutRef<typeof Link>) {
  return <Link data-row-link="" data-discover={undefined} {...props} />;
}
